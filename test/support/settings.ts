import { newKeyRingText } from '#platform/secrets';

export const testKeys = newKeyRingText();

/** The environment of a server under test: quick sandbox, validated answers, no limits in the way. */
export const settingsFor = (databaseUrl: string, overrides: Readonly<Record<string, string>> = {}) => ({
  DATABASE_URL: databaseUrl,
  TURNPIKE_KEYS: testKeys,
  PORT: '0',
  METRICS_PORT: '0',
  LOG_LEVEL: 'warn',
  VALIDATE_RESPONSES: 'true',
  RATE_LIMIT_PER_SECOND: '100000',
  SANDBOX_SPEED: '10',
  ACCEPTANCE_TIMEOUT_MS: '1500',
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  ...overrides,
});
