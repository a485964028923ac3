import { newKeyText } from '#platform/secrets';
import { serverUrlOf } from './database-names.ts';

/** Its id is known to tests. */
export const testKeys = newKeyText('k1');

/** With these a provider's answer to `.53` comes too late: a tenth of the sandbox's 16 seconds. */
export const impatient = { ACCEPTANCE_TIMEOUT_MS: '1500' };

/** Patient with the machine it runs on: what a test sees refused must be the fault of what it does alone. */
const patience = {
  ACCEPTANCE_TIMEOUT_MS: '30000',
  DATABASE_ACQUIRE_TIMEOUT_MS: '20000',
  DATABASE_LOCK_TIMEOUT_MS: '20000',
  DATABASE_STATEMENT_TIMEOUT_MS: '30000',
};

/** The environment of a server under test: the server's own role, quick sandbox, validated answers, no limits in the way. */
export const settingsFor = (databaseUrl: string, overrides: Readonly<Record<string, string>> = {}) => ({
  DATABASE_URL: serverUrlOf(databaseUrl),
  TURNPIKE_KEYS: testKeys,
  PORT: '0',
  METRICS_PORT: '0',
  // Tests provoke on purpose what a server warns of.
  LOG_LEVEL: 'error',
  VALIDATE_RESPONSES: 'true',
  RATE_LIMIT_PER_SECOND: '100000',
  TOKEN_REQUESTS_PER_MINUTE: '100000',
  SANDBOX_SPEED: '10',
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  ...patience,
  ...overrides,
});
