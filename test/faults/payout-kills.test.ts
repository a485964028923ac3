import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startWebhookInbox, type WebhookInbox } from '#server/local/webhook-inbox';
import type { RunningServer } from '#server/start-server';
import { alreadyDue } from '#test/support/already-due';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { startTestServer } from '#test/support/server';
import { spawnServer, type ServerProcess } from '#test/support/server-process';
import { createTestShop } from '#test/support/shop';
import { brokenInvariants } from './clean-check.ts';
import {
  endBackends,
  holdAttempt,
  holdBalance,
  holdOperation,
  holdSandbox,
  someoneWaits,
  type HeldLock,
} from './held-locks.ts';
import { createPayout, payoutOf, type PayoutOrder } from './payout-merchant.ts';

// Each is a payout at another moment of its life when the process is killed. The kopecks choose what the sandbox does:
// .52 is declined by the first provider, and .59 is reported before it is accepted.
const orders = {
  beforeSending: payoutOf('200.00'),
  afterSending: payoutOf('201.00'),
  declining: payoutOf('202.52'),
  declined: payoutOf('203.52'),
  noting: payoutOf('204.59'),
  settling: payoutOf('205.59'),
  settled: payoutOf('206.59'),
  releasing: payoutOf('207.51'),
} as const;
type Moment = keyof typeof orders;
const moments = Object.keys(orders) as Moment[];

type Created = { readonly order: PayoutOrder; readonly operationId: string; readonly shopId: string };

let db: TestDatabase;
let inbox: WebhookInbox;
let restarted: RunningServer | undefined;
const victims: ServerProcess[] = [];
const created = new Map<Moment, Created>();

const settings = {
  TURNPIKE_ROLE: 'worker',
  // Nothing is due before the test says so.
  SANDBOX_SPEED: '0.01',
  // A step may stand still for as long as it takes to bring the others to their moments.
  DATABASE_STATEMENT_TIMEOUT_MS: '60000',
  DATABASE_LOCK_TIMEOUT_MS: '60000',
};

const of = (moment: Moment): Created => created.get(moment)!;

/** Records all payouts where no worker sends them, each in a shop of its own, so that a lock holds up one alone. */
const createAll = async (): Promise<void> => {
  const api = await startTestServer(db.url, { TURNPIKE_ROLE: 'api' });
  try {
    for (const moment of moments) {
      const { apiKey, shopId } = await createTestShop(db.database, { balance: '1000.00', webhookUrl: inbox.url });
      const { status, body } = await createPayout(api.url, apiKey, orders[moment]);
      expect(status).toBe(200);
      created.set(moment, { order: orders[moment], operationId: body['operation_id'] as string, shopId });
    }
  } finally {
    await api.stop();
  }
};

const legsOf = (chosen: readonly Moment[]) =>
  db.database('attempts').whereIn(
    'operation_id',
    chosen.map((moment) => of(moment).operationId),
  );
const later = async (): Promise<void> => {
  await legsOf(moments)
    .where({ state: 'queued' })
    .update({ check_at: db.database.raw(`now() + interval '1 hour'`) });
};
const now = async (...chosen: readonly Moment[]): Promise<void> => {
  await legsOf(chosen)
    .whereNotNull('check_at')
    .update({ check_at: alreadyDue(db.database) });
};

const placedFor = (chosen: readonly Moment[]) =>
  db.database('sandbox_orders').whereIn('attempt_id', legsOf(chosen).select('attempt_id'));
/** The order is placed, and what becomes of it happens now. */
const fallsDue = (moment: Moment): Promise<boolean> =>
  eventually(
    async () => (await placedFor([moment]).update({ pays_at: alreadyDue(db.database) })) > 0,
    `the order ${moment} to be placed`,
  );

const startVictim = async (): Promise<ServerProcess> => {
  const victim = await spawnServer(db.url, settings);
  victims.push(victim);
  return victim;
};

const attemptOf = async (moment: Moment): Promise<string> => (await legsOf([moment]).first('attempt_id')).attempt_id;

/** The order, and the sandbox's own look for what is due. */
const orderWaits = (sandbox: HeldLock): Promise<readonly number[]> =>
  eventually(async () => {
    const pids = await sandbox.waiting();
    return pids.length === 2 && pids;
  }, 'an order to be sent');

/** Between the claim and the send, and before and after a decline is on record. */
const killWhileSending = async (): Promise<void> => {
  const sandbox = await holdSandbox(db.database);
  const declining = await holdOperation(db.database, of('declining').operationId);
  const declined = await holdOperation(db.database, of('declined').operationId);
  await now('beforeSending', 'declining', 'declined');
  const victim = await startVictim();
  const lost = [...(await orderWaits(sandbox)), ...(await someoneWaits(declining, 'a decline to be written'))];
  await someoneWaits(declined, 'the other decline to be written');
  await victim.end('SIGKILL');
  await endBackends(db.database, lost);
  for (const lock of [sandbox, declining, declined]) await lock.release();
  await eventually(
    async () => (await legsOf(['declined']).select('state')).length === 2,
    'the decline to be committed',
  );
};

/** After the provider took the order, while its fact is noted, and while payouts are settled and released. */
const killWhileSettling = async (): Promise<void> => {
  const sandbox = await holdSandbox(db.database);
  await now('afterSending');
  const victim = await startVictim();
  await orderWaits(sandbox);
  const answer = await holdAttempt(db.database, await attemptOf('afterSending'));
  await sandbox.release();
  const lost = [...(await someoneWaits(answer, 'the answer to be written'))];

  const noting = await holdOperation(db.database, of('noting').operationId);
  const [settling, settled, releasing] = [
    await holdBalance(db.database, of('settling').shopId),
    await holdBalance(db.database, of('settled').shopId),
    await holdBalance(db.database, of('releasing').shopId),
  ];
  await now('noting', 'settling', 'settled', 'releasing');
  await fallsDue('releasing');
  lost.push(...(await someoneWaits(noting, 'a fact to be noted')));
  lost.push(...(await someoneWaits(settling, 'a payout to be settled')));
  lost.push(...(await someoneWaits(releasing, 'a payout to be released')));
  await someoneWaits(settled, 'the other payout to be settled');
  await victim.end('SIGKILL');
  await endBackends(db.database, lost);
  for (const lock of [answer, noting, settling, settled, releasing]) await lock.release();
  await eventually(async () => (await stateOf('settled')).status === 'completed', 'the settlement to be committed');
};

const stateOf = async (moment: Moment) => {
  const { operationId } = of(moment);
  const { status } = await db.database('operations').where({ operation_id: operationId }).first('status');
  const attempts = await db
    .database('attempts')
    .where({ operation_id: operationId })
    .orderBy('position')
    .select('provider_id', 'state', 'is_fact_pending');
  return {
    status,
    attempts: attempts.map(
      (attempt) => `${attempt.provider_id} ${attempt.state}${attempt.is_fact_pending ? ', fact pending' : ''}`,
    ),
  };
};

/** Leases and patience end, and orders fall due; the sandbox repeats nothing that it has reported. */
const letTimePass = async (): Promise<void> => {
  await legsOf(moments)
    .whereNotNull('check_at')
    .update({ check_at: alreadyDue(db.database) });
  await legsOf(moments)
    .where({ is_fact_pending: true })
    .update({ updated_at: db.database.raw(`now() - interval '1 minute'`) });
  await placedFor(moments).update({ pays_at: alreadyDue(db.database) });
  await placedFor(['noting', 'settling', 'settled', 'releasing']).update({ pays_at: null });
};

const interrupted = new Map<Moment, Awaited<ReturnType<typeof stateOf>>>();

beforeAll(async () => {
  db = await createTestDatabase();
  inbox = await startWebhookInbox({ host: '127.0.0.1', port: 0 });
  await createAll();
  await later();
  await killWhileSending();
  await later();
  await legsOf(['beforeSending', 'declining']).update({ check_at: db.database.raw(`now() + interval '1 hour'`) });
  await killWhileSettling();
  for (const moment of moments) interrupted.set(moment, await stateOf(moment));
  await letTimePass();
  restarted = await startTestServer(db.url);
});
afterAll(async () => {
  await restarted?.stop();
  await Promise.all(victims.map((victim) => victim.end('SIGKILL')));
  await inbox.stop();
  await db.drop();
});

const ordersOf = async (moment: Moment): Promise<string[]> => {
  const { operationId } = of(moment);
  const placed = await db
    .database('sandbox_orders')
    .join('attempts', 'attempts.attempt_id', 'sandbox_orders.attempt_id')
    .where({ operation_id: operationId })
    .orderBy('position')
    .select('sandbox_orders.provider_id', 'sandbox_orders.state');
  return placed.map((order) => `${order.provider_id} ${order.state}`);
};

type Case = readonly [
  moment: Moment,
  when: string,
  then: readonly string[],
  attempts: readonly string[],
  end: 'completed' | 'cancelled',
];

const toTheFirst = ['sandbox-1 accepted'] as const;
const toTheSecond = ['sandbox-1 declined', 'sandbox-2 accepted'] as const;
const cases: readonly Case[] = [
  ['beforeSending', 'between its claim and its sending', ['sandbox-1 sending'], toTheFirst, 'completed'],
  [
    'afterSending',
    'after its provider took the order, its answer unwritten',
    ['sandbox-1 sending'],
    toTheFirst,
    'completed',
  ],
  ['declining', 'before a decline was written', ['sandbox-1 sending'], toTheSecond, 'completed'],
  [
    'declined',
    'between a decline and the next provider',
    ['sandbox-1 declined', 'sandbox-2 queued'],
    toTheSecond,
    'completed',
  ],
  [
    'noting',
    'while a fact that came before the answer was noted, which was lost',
    ['sandbox-1 sending'],
    toTheFirst,
    'completed',
  ],
  ['settling', 'during the settlement, which was lost with its fact', ['sandbox-1 sending'], toTheFirst, 'completed'],
  ['settled', 'during the settlement, which was committed', toTheFirst, toTheFirst, 'completed'],
  ['releasing', 'during the release, which was lost with its fact', toTheFirst, toTheFirst, 'cancelled'],
];

describe('a payout whose process was killed', () => {
  it.each(cases)(
    '%s: %s, ends after a restart, sent to no other provider',
    async (moment, _when, then, attempts, end) => {
      expect(interrupted.get(moment)).toEqual({
        status: moment === 'settled' ? 'completed' : 'pending',
        attempts: then,
      });
      await eventually(async () => (await stateOf(moment)).status === end, `the payout to be ${end}`);
      expect((await stateOf(moment)).attempts).toEqual(attempts);
      const taken = attempts.filter((attempt) => attempt.endsWith('accepted')).map((attempt) => attempt.split(' ')[0]);
      expect(await ordersOf(moment)).toEqual(
        taken.map((provider) => `${provider} ${end === 'completed' ? 'paid' : 'failed'}`),
      );
      const kinds = await db
        .database('ledger_transactions')
        .where({ operation_id: of(moment).operationId })
        .orderBy('created_at')
        .pluck('kind');
      expect(kinds).toEqual(['payout_reserved', end === 'completed' ? 'payout_settled' : 'payout_released']);
    },
  );

  it('is reported once each', async () => {
    const delivered = await eventually(() => {
      const bodies = new Map(inbox.received().map(({ headers, body }) => [headers['webhook-id'], body]));
      return bodies.size >= moments.length && [...bodies.values()];
    }, 'the webhooks of all payouts');
    const reported = delivered.map(
      (body) => (JSON.parse(body) as { data: { operation_id: string } }).data.operation_id,
    );
    expect(reported.sort()).toEqual(moments.map((moment) => of(moment).operationId).sort());
  });

  it('breaks no invariant', async () => {
    expect(await brokenInvariants(db.database)).toEqual([]);
  });
});
