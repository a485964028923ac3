import { everyScope } from '#features/access';
import { issueClient } from '#features/clients';
import type { Api } from '#platform/apis';
import type { Database } from '#platform/database';
import type { RunningServer } from '#server/start-server';
import type { TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { startTestServer } from '#test/support/server';
import { seeder } from '#test/support/operators';
import { createTestShop } from '#test/support/shop';
import { requestToken, tokenIn } from '#test/support/tokens';
import type { Call } from './checker.ts';
import { createFickleProviders, type AttemptCall } from './fickle-provider.ts';
import type { PaymentCall } from './payment-calls.ts';
import { createMerchant, type Merchant } from './random-merchants.ts';
import { plansOf } from './random-moves.ts';

export type History = readonly Call<PaymentCall>[];

export type OneHistory = { readonly api: Api; readonly calls: History };

/** By identifier: payments of two identifiers have nothing to do with each other, so each history is judged alone. */
export type Histories = ReadonlyMap<string, OneHistory>;

const settings = {
  // So long that no request runs out of time on a busy machine: an answer that admits not to know is a fault here.
  ACCEPTANCE_TIMEOUT_MS: '15000',
  DATABASE_ACQUIRE_TIMEOUT_MS: '60000',
  DATABASE_LOCK_TIMEOUT_MS: '60000',
  DATABASE_STATEMENT_TIMEOUT_MS: '60000',
  // A provider that fails, or reports late money, is nothing to look at here.
  LOG_LEVEL: 'fatal',
};
const routeLimits = { answer_timeout_ms: 600, lifetime_seconds: 1 };

type AttemptRow = {
  readonly attempt_id: string;
  readonly operation_id: string;
  readonly merchant_operation_id: string;
};

const isSettled = async (database: Database): Promise<boolean> => {
  const unsettled = database('operations').whereIn('status', ['creating', 'rejecting', 'pending']);
  return (await unsettled.clone().limit(1)).length === 0;
};

const ownersOf = async (
  database: Database,
  provided: readonly AttemptCall[],
): Promise<ReadonlyMap<string, AttemptRow>> => {
  const rows: AttemptRow[] = await database('attempts')
    .join('operations', 'operations.operation_id', 'attempts.operation_id')
    .whereIn('attempts.attempt_id', [...new Set(provided.map(({ attempt }) => attempt))])
    .select('attempts.attempt_id', 'operations.operation_id', 'operations.merchant_operation_id');
  return new Map(rows.map((row) => [row.attempt_id, row]));
};

const joinCalls = (
  merchants: readonly Merchant[],
  provided: readonly AttemptCall[],
  owners: ReadonlyMap<string, AttemptRow>,
): Histories => {
  const histories = new Map(merchants.map(({ api, identifier, calls }) => [identifier, { api, calls: [...calls] }]));
  for (const { attempt, call } of provided) {
    const owner = owners.get(attempt);
    if (owner === undefined)
      throw new Error(`A provider was asked for the attempt ${attempt}, which is not on record.`);
    const what = { ...call.what, id: owner.operation_id, attempt };
    // An order of an earlier history may be voided late.
    histories.get(owner.merchant_operation_id)?.calls.push({ ...call, what });
  }
  return histories;
};

/** Two instances with all their jobs, and providers that do as they please. */
export const createTrial = async (db: TestDatabase) => {
  const shop = await createTestShop(db.database, { methods: ['WT_RUB_C2C', 'toCard'] });
  const { shopId, apiKey } = shop;
  const client = await issueClient(db, { shop: { shopId, mode: 'test' }, scopes: everyScope, actor: seeder });
  await db.database('routes').update(routeLimits);
  const providers = createFickleProviders(db.database);
  const start = (): Promise<RunningServer> => startTestServer(db.url, settings, providers.decorate);
  const instances = [await start(), await start()] as const;
  const urls = [instances[0].url, instances[1].url] as const;
  return {
    record: async (seed: number, identifiers: number): Promise<Histories> => {
      const heardBefore = providers.calls.length;
      const plans = plansOf(seed, identifiers);
      const token = await tokenIn(await requestToken(urls[0], client));
      const credentials = { v1: { 'x-api-key': apiKey }, h2h: { authorization: `Bearer ${token}` } };
      const merchants = plans.map((plan) => createMerchant({ urls, credentials }, plan));
      await Promise.all(plans.map((plan, index) => merchants[index]!.carryOut(plan)));
      await providers.settled();
      await eventually(() => isSettled(db.database), 'every payment to be decided');
      // What decided the last one is noted only when its provider has heard so.
      await providers.settled();
      for (const merchant of merchants) await merchant.readAll();
      const provided = providers.calls.slice(heardBefore);
      return joinCalls(merchants, provided, await ownersOf(db.database, provided));
    },
    stop: async (): Promise<void> => {
      for (const instance of instances) await instance.stop();
    },
  };
};

export type RaceRun = Awaited<ReturnType<typeof createTrial>>;
