import { types } from 'node:util';
import knex, { type Knex } from 'knex';
import pg from 'pg';
import type { Log } from './logs.ts';
import { endWhenSilent } from './silent-peer.ts';

/** A statement of a hot path. Its name is unique in the process, so Postgres plans it once per connection. */
export type Statement = { readonly name: string; readonly text: string };

/** Either the pool or an open transaction: stores accept both and never care which. */
export type Database = Knex;
export type Transaction = Knex.Transaction;

type RawConnection = { query: (query: pg.QueryConfig) => Promise<pg.QueryResult> };

/** What knex leaves untyped of its client. */
type PoolClient = {
  readonly config: { readonly namedStatements?: boolean; readonly batchPerShop?: boolean };
  readonly pool: { readonly numPendingAcquires: () => number };
  acquireConnection: () => Promise<RawConnection>;
  readonly releaseConnection: (connection: RawConnection) => void;
};

// numeric[]: money in arrays stays text, as single numerics do.
pg.types.setTypeParser(1231 as number, (text: string) => text.slice(1, -1).split(',').filter(Boolean));

export type DatabaseOptions = {
  readonly url: string;
  readonly poolSize: number;
  readonly namedStatements: boolean;
  /** Whether a statement has steps of one shop alone, as a Postgres needs it whose tables are distributed by shop. */
  readonly batchPerShop: boolean;
  /** How long a request waits for a free connection before it is refused, in milliseconds. */
  readonly acquireTimeoutMs: number;
  /** How many may wait at the same time; the next one is refused at once. */
  readonly queueLimit: number;
  readonly statementTimeoutMs: number;
  readonly lockTimeoutMs: number;
  /** How long the database may say nothing when it was asked; null: for ever, where a statement may take for ever. */
  readonly silenceTimeoutMs: number | null;
};

/** For commands, migrations and tests: they would rather wait than give up. */
export const patiently = {
  poolSize: 8,
  namedStatements: true,
  batchPerShop: false,
  acquireTimeoutMs: 10_000,
  queueLimit: 10_000,
  statementTimeoutMs: 120_000,
  lockTimeoutMs: 120_000,
  silenceTimeoutMs: null,
} as const satisfies Omit<DatabaseOptions, 'url'>;

const queueFull = 'QueueFullError';

/** Waiting behind so many others would only be a slower refusal, and a pile that grows with every repetition. */
const limitQueue = (client: PoolClient, queueLimit: number): void => {
  const acquire = client.acquireConnection.bind(client);
  client.acquireConnection = () => {
    if (client.pool.numPendingAcquires() < queueLimit) return acquire();
    const error = new Error(`${queueLimit} requests wait for a connection already.`);
    return Promise.reject(Object.assign(error, { name: queueFull }));
  };
};

export const openDatabase = (options: DatabaseOptions, log: Log): Database => {
  const connection = {
    connectionString: options.url,
    application_name: 'turnpike',
    connectionTimeoutMillis: options.acquireTimeoutMs,
    statement_timeout: options.statementTimeoutMs,
    // A row that another transaction holds for longer than any step of ours stops one request, not a whole group.
    lock_timeout: options.lockTimeoutMs,
    keepAlive: true,
  };
  const config: Knex.Config & { readonly namedStatements: boolean; readonly batchPerShop: boolean } = {
    client: 'pg',
    namedStatements: options.namedStatements,
    batchPerShop: options.batchPerShop,
    connection,
    pool: {
      min: 0,
      max: options.poolSize,
      acquireTimeoutMillis: options.acquireTimeoutMs,
      afterCreate: (client: unknown, done: (error: null, client: unknown) => void) => {
        if (options.silenceTimeoutMs !== null) endWhenSilent(client, options.silenceTimeoutMs);
        done(null, client);
      },
    },
    acquireConnectionTimeout: options.acquireTimeoutMs,
    log: {
      // What cannot be reached is reported by the caller that needed it.
      warn: (message: string) => log.debug(message),
      error: (message: string) => log.error(message),
      debug: () => undefined,
      deprecate: () => undefined,
    },
  };
  const database = knex(config);
  limitQueue(database.client as PoolClient, options.queueLimit);
  return database;
};

/** Whether steps of different shops keep out of each other's statements. */
export const isBatchedPerShop = (database: Database): boolean =>
  (database.client as PoolClient).config.batchPerShop === true;

/** Runs a hot path's statement on the pool, or inside `database` when that is a transaction. */
export const runStatement = async <Row>(
  database: Database,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> => {
  const client = database.client as PoolClient;
  const connection = await client.acquireConnection();
  try {
    const query = { text: statement.text, values: values as unknown[] };
    const isNamed = client.config.namedStatements === true;
    const result = await connection.query(isNamed ? { ...query, name: statement.name } : query);
    return result.rows as Row[];
  } finally {
    client.releaseConnection(connection);
  }
};

/** Runs a statement that answers exactly one row. */
export const runForRow = async <Row>(
  database: Database,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row> => {
  const [row] = await runStatement<Row>(database, statement, values);
  if (row === undefined) throw new Error(`Statement ${statement.name} answered no row.`);
  return row;
};

/** Another transaction stood in the way: deadlock, serialization, a statement or lock timeout. */
const contentionStates = new Set(['40001', '40P01', '57014', '55P03']);
/** Postgres is stopping, starting or full. */
const absenceStates = new Set(['57P01', '57P02', '57P03', '53300']);
const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT']);

// Unlike instanceof it also knows the errors of another realm, which is where a test runner's are from.
const { isNativeError } = types;

const codeOf = (error: Error): string => (error as { code?: string }).code ?? '';

/** Whether there was no free connection, neither at once nor after waiting for one. */
export const isPoolExhausted = (error: unknown): boolean =>
  isNativeError(error) && (error.name === queueFull || error.name === 'KnexTimeoutError');

/** Whether the database could not be asked at all, or went away while it was asked. */
export const isConnectionLost = (error: unknown): boolean =>
  isNativeError(error) &&
  (absenceStates.has(codeOf(error)) ||
    codeOf(error).startsWith('08') ||
    networkCodes.has(codeOf(error)) ||
    isPoolExhausted(error) ||
    /Connection terminated|timeout expired|timeout exceeded/.test(error.message));

/** Whether the database was out of reach or too busy, so the same request may succeed a moment later. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  isConnectionLost(error) || (isNativeError(error) && contentionStates.has(codeOf(error)));
