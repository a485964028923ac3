import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { startTestServer } from '#test/support/server';
import { spawnServer, type ServerProcess } from '#test/support/server-process';
import { impatient } from '#test/support/settings';
import { createTestShop, type TestShop } from '#test/support/shop';
import { startWebhookInbox, type WebhookInbox } from '#server/local/webhook-inbox';
import type { RunningServer } from '#server/start-server';
import { brokenInvariants } from './clean-check.ts';
import { endBackends, holdBalance, holdOperation, holdSandbox, someoneWaits } from './held-locks.ts';
import { createPayment, createUntilAnswered, orderOf, type Answer, type Order } from './merchant.ts';

// Each is a create at another moment of its life when the process is killed. The kopecks choose what the sandbox does.
const orders = {
  beforeAcceptance: orderOf('300.60'),
  whileProviderDecides: orderOf('301.00'),
  afterAcceptance: orderOf('302.00'),
  whileCommitting: orderOf('303.00'),
  afterCommit: orderOf('304.00'),
  unknown: orderOf('305.53'),
  reportPending: orderOf('306.59'),
  factAccepted: orderOf('307.59'),
} as const;
type Moment = keyof typeof orders;

let db: TestDatabase;
let inbox: WebhookInbox;
let victims: readonly ServerProcess[] = [];
let restarted: readonly RunningServer[] = [];
const answers = new Map<Moment, Answer>();
/** The operation that the killed process worked on. */
const interrupted = new Map<Moment, string>();

const rowOf = ({ merchant_operation_id: identifier }: Order) =>
  db.database('operations').where({ merchant_operation_id: identifier }).orderBy('created_at').first();

const reaches = (order: Order, status: string): Promise<string> =>
  eventually(async () => {
    const row = await rowOf(order);
    return row?.status === status && (row.operation_id as string);
  }, `${order.amount} to be ${status}`);

const attemptsOf = (order: Order): Promise<{ attempt_state: string; order_state: string; operation_id: string }[]> =>
  db
    .database('attempts')
    .join('operations', 'operations.operation_id', 'attempts.operation_id')
    .leftJoin('sandbox_orders', 'sandbox_orders.attempt_id', 'attempts.attempt_id')
    .where({ merchant_operation_id: order.merchant_operation_id })
    .orderBy('attempts.created_at')
    .select('attempts.state as attempt_state', 'sandbox_orders.state as order_state', 'operations.operation_id');

const settings = {
  // Instances without jobs: what they leave behind stays as it is.
  TURNPIKE_ROLE: 'api',
  ACCEPTANCE_TIMEOUT_MS: '60000',
  // A step may stand still for as long as it takes to bring the others to their moments.
  DATABASE_STATEMENT_TIMEOUT_MS: '60000',
  DATABASE_LOCK_TIMEOUT_MS: '60000',
};

/** Lets a create come as far as the statement that accepts it, and no further. */
const holdAcceptance = async (send: (order: Order) => void, order: Order) => {
  const sandbox = await holdSandbox(db.database);
  send(order);
  const operation = await holdOperation(db.database, await reaches(order, 'creating'));
  await sandbox.release();
  return { operation, backends: await someoneWaits(operation, `the acceptance of ${order.amount}`) };
};

/**
 * Brings every create to its moment, then kills the processes that run them. Acceptances of one process may share a
 * statement, so each that is held back has a process of its own and comes after what must get through.
 */
const killAmidAll = async ({ shopId, apiKey }: TestShop): Promise<void> => {
  const { database } = db;
  const unlike = [{}, {}, {}, impatient];
  victims = await Promise.all(unlike.map((own) => spawnServer(db.url, { ...settings, ...own })));
  const senderTo =
    ({ url }: ServerProcess) =>
    (order: Order): void =>
      void createPayment(url, apiKey, order).catch(() => undefined);
  const [first, second, third, last] = victims as [ServerProcess, ServerProcess, ServerProcess, ServerProcess];
  const sendToFirst = senderTo(first);
  await createPayment(last.url, apiKey, orders.unknown);

  const balance = await holdBalance(database, shopId);
  sendToFirst(orders.factAccepted);
  const crediting = await someoneWaits(balance, 'money to be credited');
  await reaches(orders.factAccepted, 'pending');
  sendToFirst(orders.afterCommit);
  await reaches(orders.afterCommit, 'pending');
  const accepting = await holdAcceptance(sendToFirst, orders.afterAcceptance);
  const committing = await holdAcceptance(senderTo(second), orders.whileCommitting);
  const noted = await holdAcceptance(senderTo(third), orders.reportPending);

  const sandbox = await holdSandbox(database);
  sendToFirst(orders.whileProviderDecides);
  await someoneWaits(sandbox, 'the provider to work on an order');
  sendToFirst(orders.beforeAcceptance);
  await reaches(orders.beforeAcceptance, 'creating');
  await Promise.all(victims.map((victim) => victim.end('SIGKILL')));

  for (const moment of Object.keys(orders) as Moment[]) {
    interrupted.set(moment, (await rowOf(orders[moment])).operation_id);
  }
  await endBackends(database, [...crediting, ...accepting.backends, ...noted.backends]);
  const locks = [sandbox, balance, accepting.operation, committing.operation, noted.operation];
  for (const lock of locks) await lock.release();
  // What was sent before the kill is still done: the provider's order, and the commit that no merchant hears of.
  await eventually(
    async () => (await attemptsOf(orders.whileProviderDecides))[0]!.order_state,
    'the order to be placed',
  );
  await reaches(orders.whileCommitting, 'pending');
  // The leases of the killed run out.
  await database('operations').where({ status: 'creating' }).update({ leased_until: database.fn.now() });
};

beforeAll(async () => {
  db = await createTestDatabase();
  inbox = await startWebhookInbox({ host: '127.0.0.1', port: 0 });
  const shop = await createTestShop(db.database, { webhookUrl: inbox.url, balance: '1000.00' });
  await killAmidAll(shop);
  const server = await startTestServer(db.url);
  const api = await startTestServer(db.url, { TURNPIKE_ROLE: 'api', ...impatient });
  restarted = [server, api];
  await Promise.all(
    Object.entries(orders).map(async ([moment, order]) => {
      const { url } = moment === 'unknown' ? api : server;
      answers.set(moment as Moment, await createUntilAnswered(url, shop.apiKey, order));
    }),
  );
});
afterAll(async () => {
  for (const server of restarted) await server.stop();
  await Promise.all(victims.map((victim) => victim.end('SIGKILL')));
  await inbox.stop();
  await db.drop();
});

describe('a create whose process was killed, sent again', () => {
  it.each<[Moment, string]>([
    ['whileProviderDecides', 'while its provider worked on it'],
    ['afterAcceptance', 'after its provider accepted'],
    ['whileCommitting', 'while the acceptance was being written'],
    ['afterCommit', 'after the acceptance was written, its answer unheard'],
    ['reportPending', 'after money was reported, before the acceptance was written'],
    ['factAccepted', 'after the acceptance was written, before the reported money was credited'],
  ])('answers the same payment with one order at the provider (%s: %s)', async (moment) => {
    const operationId = interrupted.get(moment);
    expect(answers.get(moment)).toMatchObject({ status: 200, body: { operation_id: operationId } });
    await reaches(orders[moment], 'completed');
    expect(await attemptsOf(orders[moment])).toEqual([
      { attempt_state: 'accepted', order_state: 'paid', operation_id: operationId },
    ]);
  });

  it('makes a new payment where no provider had accepted, and the lost attempt can never become one', async () => {
    const answer = answers.get('beforeAcceptance');
    expect(answer).toMatchObject({ status: 200 });
    const operationId = answer!.body['operation_id'];
    await eventually(async () => {
      const read = await db.database('operations').where({ operation_id: operationId }).first('status');
      return read.status === 'completed';
    }, 'the new payment to be paid');
    expect(await attemptsOf(orders.beforeAcceptance)).toEqual([
      { attempt_state: 'voided', order_state: 'voided', operation_id: interrupted.get('beforeAcceptance') },
      { attempt_state: 'accepted', order_state: 'paid', operation_id: operationId },
    ]);
  });

  it('is tried anew once an attempt of unknown outcome was voided', async () => {
    expect(answers.get('unknown')).toMatchObject({ status: 424, body: { code: 'no_provider_accepted' } });
    const attempts = await eventually(async () => {
      const found = await attemptsOf(orders.unknown);
      return found.every(({ attempt_state: state }) => state === 'voided') && found;
    }, 'both attempts to be voided');
    expect(attempts.map(({ order_state: state }) => state)).toEqual(['voided', 'voided']);
    expect(new Set(attempts.map(({ operation_id: id }) => id)).size).toBe(2);
  });

  it('is settled and reported once each', async () => {
    const completed = await db.database('operations').where({ status: 'completed' }).pluck('operation_id');
    expect(completed).toHaveLength(7);
    const delivered = await eventually(() => {
      const ids = new Map(inbox.received().map(({ headers, body }) => [headers['webhook-id'], body]));
      return ids.size >= completed.length && [...ids.values()];
    }, 'the webhooks of all payments');
    const reported = delivered.map(
      (body) => (JSON.parse(body) as { data: { operation_id: string } }).data.operation_id,
    );
    expect(reported.sort()).toEqual(completed.sort());
  });

  it('breaks no invariant', async () => {
    expect(await brokenInvariants(db.database)).toEqual([]);
  });
});
