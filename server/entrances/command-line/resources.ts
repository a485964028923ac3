import type { Operator } from '#features/access';
import { findShopByName, listShops, type Shop } from '#features/merchants';
import { openKeyRing } from '#features/privacy';
import { createReceiptStorages } from '#features/receipts';
import { openDatabase, patiently, type Database } from '#platform/database';
import { createLog } from '#platform/logs';
import { OperatorRefusal } from '#platform/refusals';
import type { KeyRing } from '#platform/secrets';
import { serverRoleOf } from '#platform/server-role';
import { dataDirectoryOf, readConnection, readStorageSettings } from './connection.ts';
import type { Terminal } from './terminal.ts';

export type CommandLineNeeds = {
  readonly terminal: Terminal;
  /** Who makes every change of this command, and whom the audit log names. */
  readonly actor: Operator;
  /** The working directory. */
  readonly directory: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly migrate: (database: Database, serverRole: string | null) => Promise<string[]>;
};

type Storages = ReturnType<typeof createReceiptStorages>;
type OnDatabase = { readonly database: Database };
type OnKeyRing = OnDatabase & { readonly keyRing: KeyRing };
type OnStorages = OnDatabase & { readonly storages: Storages };
type OnSetup = OnKeyRing & { readonly allowedNetworks: readonly string[] };

type Use<Needs, Args extends readonly unknown[], Result> = (needs: Needs, ...args: Args) => Result;

const once = <Value>(make: () => Value): (() => Value) => {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
};

const requireShopOn = async (database: Database, name: string): Promise<Shop> => {
  const shop = await findShopByName(database, name);
  if (shop !== null) return shop;
  const shops = (await listShops(database)).map((known) => known.name);
  throw new OperatorRefusal('shop_not_found', { name, shops });
};

/** The owner of the tables migrates them, over a connection of its own. */
const migrateAsOwner = async (
  migrate: CommandLineNeeds['migrate'],
  { databaseUrl, ownerUrl }: { readonly databaseUrl: string; readonly ownerUrl: string },
): Promise<string[]> => {
  const database = openDatabase({ url: ownerUrl, ...patiently }, createLog('silent'));
  try {
    return await migrate(database, serverRoleOf(databaseUrl, ownerUrl));
  } finally {
    await database.destroy();
  }
};

/** The one place that opens what commands work with: each thing once, and not before a use case needs it. */
export const openResources = ({ environment, directory, terminal, actor, migrate }: CommandLineNeeds) => {
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
  // The one of the servers, proved by what the database holds.
  const keyRing = once(() => openKeyRing(pool(), keys()));
  const onKeyRing = async (): Promise<OnKeyRing> => ({ database: pool(), keyRing: await keyRing() });
  const storages = once(async () =>
    createReceiptStorages(readStorageSettings(environment, connection()), await onKeyRing()),
  );
  const withDatabase =
    <Args extends readonly unknown[], Result>(use: Use<OnDatabase, Args, Result>) =>
    async (...args: Args): Promise<Awaited<Result>> =>
      await use({ database: pool() }, ...args);
  const withKeyRing =
    <Args extends readonly unknown[], Result>(use: Use<OnKeyRing, Args, Result>) =>
    async (...args: Args): Promise<Awaited<Result>> =>
      await use(await onKeyRing(), ...args);
  const withStorages =
    <Args extends readonly unknown[], Result>(use: Use<OnStorages, Args, Result>) =>
    async (...args: Args): Promise<Awaited<Result>> =>
      await use({ database: pool(), storages: await storages() }, ...args);
  const withSetup =
    <Args extends readonly unknown[], Result>(use: Use<OnSetup, Args, Result>) =>
    async (...args: Args): Promise<Awaited<Result>> => {
      const { allowedNetworks } = connection();
      return await use({ ...(await onKeyRing()), allowedNetworks }, ...args);
    };
  const requireShop = withDatabase((needs, name: string) => requireShopOn(needs.database, name));
  return {
    terminal,
    actor,
    keys,
    withDatabase,
    withKeyRing,
    withStorages,
    withSetup,
    /** Where a `make run` here keeps its files. */
    dataDirectory: dataDirectoryOf(environment, directory),
    databaseUrl: () => connection().databaseUrl,
    migrate: () => migrateAsOwner(migrate, connection()),
    shops: {
      require: requireShop,
      /** Null where none was named. */
      requireIfNamed: async (name: string | undefined) => (name === undefined ? null : requireShop(name)),
    },
    close: async (): Promise<void> => opened?.destroy(),
  };
};

export type Resources = ReturnType<typeof openResources>;

/** Of an order to change something, what a command gives: the operator is added to each. */
export type Without<Order> = Omit<Order, 'actor'>;
