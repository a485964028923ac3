import type { Config } from './config.ts';
import { OperatorError } from './errors.ts';
import { holdHalfTheInternet } from './network-share.ts';
import { weakKeyIds } from './secrets.ts';

const isPlain = (address: string | undefined): boolean =>
  address !== undefined && new URL(address).protocol === 'http:';

const weakKeys = ({ TURNPIKE_KEYS: keys }: Config): string[] =>
  weakKeyIds(keys).map(
    (id) =>
      `TURNPIKE_KEYS: the key ${id} is one byte over and over, or repeats another key; draw 32 random bytes for it.`,
  );

const plainAddresses = ({ PUBLIC_URL, PAY_URL, TURNPIKE_ROLE }: Config): string[] => [
  ...(PUBLIC_URL === undefined && TURNPIKE_ROLE !== 'worker'
    ? [
        'PUBLIC_URL is not set: links to receipts and pages would begin with http; set the https address of this gateway.',
      ]
    : []),
  ...(isPlain(PUBLIC_URL)
    ? ['PUBLIC_URL begins with http: what merchants and payers send and see must go over https.']
    : []),
  ...(isPlain(PAY_URL) ? ['PAY_URL begins with http: what payers send and see must go over https.'] : []),
];

const openNetworks = ({ WEBHOOK_ALLOWED_NETWORKS, CONNECTOR_ALLOWED_NETWORKS }: Config): string[] => [
  ...(holdHalfTheInternet(WEBHOOK_ALLOWED_NETWORKS)
    ? ['WEBHOOK_ALLOWED_NETWORKS allows half of the internet or more; name only the networks of your receivers.']
    : []),
  ...(holdHalfTheInternet(CONNECTOR_ALLOWED_NETWORKS)
    ? ['CONNECTOR_ALLOWED_NETWORKS allows half of the internet or more; name only the networks of your connectors.']
    : []),
];

/**
 * What may be tried on a machine of one's own and must not move real money.
 * @throws OperatorError with one line for each
 */
export const refuseUnsafeProduction = (config: Config): void => {
  if (config.NODE_ENV !== 'production') return;
  const lines = [...weakKeys(config), ...plainAddresses(config), ...openNetworks(config)];
  if (lines.length > 0) throw new OperatorError(lines.join('\n'));
};

const loopback = ['127.0.0.1', '::1', '[::1]', 'localhost', ''];

const yearSeconds = 31_536_000;

/** Beyond this machine. An address without a host is a socket in the file system. */
const isRemote = (address: string): boolean => !loopback.includes(new URL(address).hostname);

const isPlainDatabase = (address: string): boolean =>
  isRemote(address) && !/[?&]sslmode=(require|verify-ca|verify-full)\b/.test(address);

/** What may be right where something else protects it, and is worth a line in the log of a production that starts. */
export const warningsInProduction = (config: Config): string[] => {
  if (config.NODE_ENV !== 'production') return [];
  const { DATABASE_URL, S3_ENDPOINT, HSTS_MAX_AGE_SECONDS } = config;
  return [
    ...(isPlainDatabase(DATABASE_URL)
      ? ['the database is reached without TLS: add sslmode=verify-full to its address']
      : []),
    ...(isPlain(S3_ENDPOINT) && isRemote(S3_ENDPOINT ?? '')
      ? ['S3_ENDPOINT begins with http: receipts go there in the clear']
      : []),
    ...(HSTS_MAX_AGE_SECONDS < yearSeconds
      ? ['HSTS_MAX_AGE_SECONDS is less than a year: browsers may come back over http']
      : []),
  ];
};

/** Whether it serves other machines without having been told that it is in production, which may have been forgotten. */
export const isPerhapsProduction = ({ NODE_ENV, HOST }: Config): boolean =>
  NODE_ENV === 'development' && !loopback.includes(HOST);
