import type { Operator } from '#features/access';
import { findShopByName, listShops, type Shop } from '#features/merchants';
import { openKeyRing } from '#features/privacy';
import { createReceiptStorages } from '#features/receipts';
import { openDatabase, patiently, type Database } from '#platform/database';
import { OperatorRefusal } from '#platform/refusals';
import { createLog } from '#platform/logs';
import type { KeyRing } from '#platform/secrets';
import { dataDirectoryOf, readConnection, readStorageSettings, type Connection } from './connection.ts';
import type { Terminal } from './terminal.ts';

/** What every command gets. The database is opened by the first command that uses it. */
export type Session = {
  readonly terminal: Terminal;
  /** Whom the audit log names. */
  readonly actor: Operator;
  /** Where a `make run` here keeps its files. */
  readonly dataDirectory: string;
  readonly migrate: (database: Database, url: string, serverRole: string | null) => Promise<string[]>;
  readonly connection: () => Connection;
  readonly database: () => Database;
  /** The one of the servers, proved by what the database holds. */
  readonly keyRing: () => Promise<KeyRing>;
  /** What the ring is made from. */
  readonly keys: () => string;
  /** Where receipts lie; the same settings as the servers have. */
  readonly storages: () => Promise<ReturnType<typeof createReceiptStorages>>;
  readonly close: () => Promise<void>;
};

export type SessionNeeds = Pick<Session, 'terminal' | 'actor' | 'migrate'> & {
  /** The working directory. */
  readonly directory: string;
  readonly environment: NodeJS.ProcessEnv;
};

const once = <Value>(make: () => Value): (() => Value) => {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
};

export const openSession = ({ environment, directory, ...given }: SessionNeeds): Session => {
  const connection = once(() => readConnection(environment, directory));
  let opened: Database | undefined;
  const pool = once(() => {
    opened = openDatabase({ url: connection().databaseUrl, ...patiently, namedStatements: false }, createLog('silent'));
    return opened;
  });
  const keys = (): string => {
    const named = connection().keys;
    if (named === null) throw new OperatorRefusal('keys_missing', {});
    return named;
  };
  const keyRing = once(() => openKeyRing(pool(), keys()));
  const storages = once(async () => {
    const needs = { database: pool(), keyRing: await keyRing() };
    return createReceiptStorages(readStorageSettings(environment, connection()), needs);
  });
  const dataDirectory = dataDirectoryOf(environment, directory);
  const close = async (): Promise<void> => opened?.destroy();
  return { ...given, dataDirectory, connection, database: pool, keyRing, keys, storages, close };
};

export const requireShop = async (database: Database, name: string): Promise<Shop> => {
  const shop = await findShopByName(database, name);
  if (shop !== null) return shop;
  const shops = (await listShops(database)).map((known) => known.name);
  throw new OperatorRefusal('shop_not_found', { name, shops });
};

export const printJson = ({ print }: Terminal, value: unknown): void => print(JSON.stringify(value, null, 2));
