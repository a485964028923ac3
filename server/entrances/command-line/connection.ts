import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { readConfig, settingNames, type Config } from '#platform/config';
import { OperatorRefusal } from '#platform/refusals';

export type Connection = {
  readonly databaseUrl: string;
  /** Where the owner of the tables reaches the same database; only migrations are the owner's. */
  readonly ownerUrl: string;
  /** Null where only the database was named; commands that touch webhook secrets need it. */
  readonly keys: string | null;
  readonly allowedNetworks: readonly string[];
};

/** What a running `make run` says about itself. */
const running = z.looseObject({
  databaseUrl: z.string().min(1),
  ownerUrl: z.string().min(1).optional(),
  keys: z.string().min(1),
});

const loopback = ['127.0.0.0/8', '::1/128'];

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** Where `make run` keeps what it made; the same setting moves it for both. */
export const dataDirectoryOf = (environment: NodeJS.ProcessEnv, directory: string): string =>
  resolve(directory, environment['TURNPIKE_DATA_DIR'] || '.turnpike');

const readRunFile = (dataDirectory: string): z.infer<typeof running> => {
  const file = join(dataDirectory, 'run.json');
  if (!existsSync(file)) {
    throw new OperatorRefusal('database_not_named', {});
  }
  try {
    return running.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new OperatorRefusal('run_file_unreadable', { file });
  }
};

/** Never quoted: most addresses hold a password. */
const requirePostgresUrl = (setting: string, text: string): string => {
  if (URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)) return text;
  throw new OperatorRefusal('database_url_malformed', { setting });
};

/**
 * DATABASE_URL, else the database of the `make run` beside us. Never one's database with the other's keys: what they
 * encrypt could not be read again.
 */
export const readConnection = (environment: NodeJS.ProcessEnv, directory: string): Connection => {
  const networks = environment['WEBHOOK_ALLOWED_NETWORKS'];
  const databaseUrl = environment['DATABASE_URL'];
  if (databaseUrl) {
    return {
      databaseUrl: requirePostgresUrl('DATABASE_URL', databaseUrl),
      ownerUrl: requirePostgresUrl('DATABASE_OWNER_URL', environment['DATABASE_OWNER_URL'] || databaseUrl),
      keys: environment['TURNPIKE_KEYS'] || null,
      allowedNetworks: listOf(networks ?? ''),
    };
  }
  if (environment['DATABASE_OWNER_URL']) {
    throw new OperatorRefusal('database_url_missing', {});
  }
  const { databaseUrl: local, ownerUrl = local, keys } = readRunFile(dataDirectoryOf(environment, directory));
  return { databaseUrl: local, ownerUrl, keys, allowedNetworks: networks ? listOf(networks) : loopback };
};

const isAboutStorage = (name: string): boolean => name === 'RECEIPT_STORAGE' || name.startsWith('S3_');

/**
 * The settings that say where receipts lie, as servers read them. No others: what a command has no use for must not stop
 * it.
 */
export const readStorageSettings = (environment: NodeJS.ProcessEnv, { databaseUrl, keys }: Connection): Config => {
  const own = settingNames.filter(isAboutStorage).map((name) => [name, environment[name]] as const);
  const required = { DATABASE_URL: databaseUrl, ...(keys !== null && { TURNPIKE_KEYS: keys }) };
  return readConfig({ ...Object.fromEntries(own), ...required });
};
