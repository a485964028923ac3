import { isIP } from 'node:net';
import { z } from 'zod';
import { OperatorError } from './errors.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const milliseconds = z.coerce.number().int().positive();
/** Without a slash at its end, so that paths can follow. */
const address = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !/[?#]/.test(url), 'must have neither a query nor a fragment')
  .transform((url) => url.replace(/\/+$/, ''));
/** Where a daemon listens: a path, or a host and a port. */
const socketAddress = z
  .string()
  .regex(/^(\/.+|(\[[0-9a-f:.]+\]|[a-z0-9.-]+):\d{1,5})$/i, 'must be host:port or the path of a socket');
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

const isNetwork = (text: string): boolean => {
  const [address = '', bits = '0', ...rest] = text.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most;
};
const networks = list.refine(
  (all) => all.every(isNetwork),
  'must be networks such as 10.1.0.0/16, separated by commas',
);

/** Every setting, by the name of its environment variable. docs/configuration.md explains each. */
const settings = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(16),
  DATABASE_NAMED_STATEMENTS: flag.default(true),
  DATABASE_BATCH_PER_SHOP: flag.default(false),
  DATABASE_ACQUIRE_TIMEOUT_MS: milliseconds.default(2_000),
  DATABASE_QUEUE_LIMIT: z.coerce.number().int().positive().default(500),
  DATABASE_STATEMENT_TIMEOUT_MS: milliseconds.default(10_000),
  DATABASE_LOCK_TIMEOUT_MS: milliseconds.default(500),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(8080),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  METRICS_PORT: port.default(9464),
  HSTS_MAX_AGE_SECONDS: z.coerce.number().int().min(0).default(0),
  MAX_CONNECTIONS: z.coerce.number().int().positive().default(5_000),
  HEADERS_TIMEOUT_MS: milliseconds.default(10_000),
  REQUEST_TIMEOUT_MS: milliseconds.default(20_000),
  ANSWER_TIMEOUT_MS: milliseconds.default(20_000),
  KEEP_ALIVE_TIMEOUT_MS: milliseconds.default(65_000),
  TRUSTED_PROXIES: networks.default([]),
  TURNPIKE_ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  TURNPIKE_KEYS: z.string().min(1),
  DOCS_URL: z.url().optional(),
  PUBLIC_URL: address.optional(),
  PAY_URL: address.optional(),
  UPLOAD_DIR: z.string().min(1).optional(),
  RECEIPT_INSPECTORS: z.coerce.number().int().min(1).max(16).default(2),
  REVIEW_TIMEOUT_HOURS: z.coerce.number().int().min(1).max(720).default(24),
  ANTIVIRUS_ADDRESS: socketAddress.optional(),
  ANTIVIRUS_TIMEOUT_MS: milliseconds.default(10_000),
  ANTIVIRUS_REQUIRED: flag.default(true),
  RECEIPT_STORAGE: z.enum(['postgres', 's3']).default('postgres'),
  S3_ENDPOINT: address.optional(),
  S3_PUBLIC_ENDPOINT: address.optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_BUCKET: z.string().min(1).optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  S3_FORCE_PATH_STYLE: flag.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  VALIDATE_RESPONSES: flag.default(false),
  ACCEPTANCE_TIMEOUT_MS: milliseconds.default(15_000),
  PROVIDER_CONCURRENCY: z.coerce.number().int().positive().default(1_000),
  PROVIDER_BREAKER_FAILURES: z.coerce.number().int().positive().default(20),
  PROVIDER_BREAKER_PAUSE_MS: milliseconds.default(5_000),
  CONNECTOR_ALLOWED_NETWORKS: networks.default([]),
  RATE_LIMIT_PER_SECOND: z.coerce.number().int().positive().default(100),
  TOKEN_REQUESTS_PER_MINUTE: z.coerce.number().int().positive().default(60),
  STOP_TIMEOUT_MS: milliseconds.default(20_000),
  SANDBOX_SPEED: z.coerce.number().positive().default(1),
  NUMBER_RETENTION_DAYS: z.coerce.number().int().min(0).max(3_650).default(90),
  WEBHOOK_ALLOWED_NETWORKS: list.default([]),
  WEBHOOK_TIMEOUT_MS: milliseconds.default(15_000),
  RATES_FEED_URL: z.url({ protocol: /^https?$/ }).optional(),
  RATES_FEED_FORMAT: z.enum(['cbr', 'ecb']).default('cbr'),
  RATES_FEED_EVERY_SECONDS: z.coerce.number().int().min(1).max(86_400).default(3_600),
  RATES_FEED_INTO: list.default([]),
  RATES_FEED_AS: list.default([]),
});

export type Config = Readonly<z.infer<typeof settings>>;

export const settingNames: readonly string[] = Object.keys(settings.shape);

/** Reads the settings from the environment. An empty variable counts as absent. */
export const readConfig = (environment: NodeJS.ProcessEnv): Config => {
  const present = Object.fromEntries(
    settingNames.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  const parsed = settings.safeParse(present);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new OperatorError(`Configuration: ${problems.join('; ')}`);
};
