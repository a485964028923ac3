import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sandboxTable, type SandboxOutcome } from '#generated/shared/sandbox';
import type { OperationType } from '#features/operations';
import type { Api } from '#platform/apis';
import { brokenInvariants } from '#test/faults/clean-check';
import { alreadyDue } from '#test/support/already-due';
import { eventually } from '#test/support/eventually';
import { startSandboxServers, type SandboxServers } from '#test/support/sandbox-servers';
import { newIdentifier, openMerchant, type Answer, type Merchant } from './merchant.ts';
import { trailOf, type Trail } from './trail.ts';

type Scenario = {
  readonly title: string;
  readonly type: OperationType;
  readonly kopecks: string;
  readonly outcome: SandboxOutcome;
};

const scenarios: readonly Scenario[] = sandboxTable.flatMap((row) =>
  (['payment', 'payout'] as const).flatMap((type) => {
    const outcome: SandboxOutcome | null = row[type];
    const kopecks = row.kopecks === '*' ? '34' : row.kopecks;
    return outcome === null ? [] : [{ title: `a ${type} of …,${kopecks}: ${outcome.summary}`, type, kopecks, outcome }];
  }),
);
/** The merchants of h2h have no way to send a receipt, so these rows are no providers' there. */
const wantsReceipt = ({ type, kopecks }: Scenario): boolean =>
  type === 'payment' && ['54', '55', '56'].includes(kopecks);

type Run = { readonly answer: Answer; readonly trail: Trail };

let servers: SandboxServers;
let db: SandboxServers['db'];
let server: SandboxServers['server'];
let impatientServer: SandboxServers['impatientServer'];
beforeAll(async () => {
  servers = await startSandboxServers();
  ({ db, server, impatientServer } = servers);
});
afterAll(() => servers?.stop());

/** Where nothing happens any more: the status that the table names, and no attempt between two states. */
const isSettled = ({ operation, attempts }: Trail, { outcome }: Scenario): boolean => {
  const expected = outcome.httpStatus === 200 ? outcome.laterStatus : 'rejected';
  const isUnderWay = ({ state }: Readonly<Record<string, unknown>>) =>
    ['queued', 'sending', 'unknown'].includes(String(state));
  return operation['status'] === expected && !attempts.some(isUnderWay);
};

/** Creates it by the API and follows it to where the table says that it ends. */
const runBy = async (api: Api, merchant: Merchant, scenario: Scenario): Promise<Run> => {
  const { type, kopecks, outcome } = scenario;
  const identifier = newIdentifier();
  const isLate = type === 'payment' && outcome.httpStatus === 424 && outcome.delays?.answerAfterMs !== undefined;
  const { url } = isLate ? impatientServer : server;
  const answer = await merchant.create(api, url, { type, identifier, amount: `1000.${kopecks}` });
  const ofIt = { api, shopId: merchant.shopId, identifier };
  if (type === 'payment' && outcome.cancelReason === 'expired') {
    await db
      .database('operations')
      .where({ shop_id: merchant.shopId, merchant_operation_id: identifier })
      .update({ expires_at: alreadyDue(db.database) });
  }
  const trail = await eventually(async () => {
    const seen = await trailOf(db.database, ofIt);
    return seen !== null && isSettled(seen, scenario) && seen;
  }, `the end of ${scenario.title} by ${api}`);
  return { answer, trail };
};

/** What h2h is told besides: that an operation was accepted. */
const withoutAcceptance = (events: readonly string[]): string[] =>
  events.slice(1).map((event) => event.replace(/^\d+/, (sequence) => String(Number(sequence) - 1)));

describe.each(['RUB', 'USDT'] as const)('one shop that settles in %s', (settlementCurrency) => {
  let merchant: Merchant;
  beforeAll(async () => {
    merchant = await openMerchant(db.database, settlementCurrency);
  });

  const comparable = scenarios.filter((scenario) => !wantsReceipt(scenario));
  it.each(comparable)('has the same ledger, states and events by both APIs for $title', async (scenario) => {
    const [v1, h2h] = await Promise.all([runBy('v1', merchant, scenario), runBy('h2h', merchant, scenario)]);
    expect(h2h.answer.status).toBe(v1.answer.status);
    const { events, ...rest } = h2h.trail;
    const isAccepted = scenario.outcome.httpStatus === 200;
    expect({ ...rest, events: isAccepted ? withoutAcceptance(events) : events }).toEqual(v1.trail);
    if (isAccepted) expect(events[0]).toBe('1 operation.accepted');
    const isPaid = scenario.outcome.laterStatus === 'completed';
    expect(v1.trail.postings.length > 0).toBe(isPaid || scenario.type === 'payout');
  });

  it.each(scenarios.filter(wantsReceipt))(
    'is refused by h2h alone, which takes no receipts: $title',
    async ({ kopecks }) => {
      const order = { type: 'payment', amount: `1000.${kopecks}`, identifier: newIdentifier() } as const;
      const v1 = await merchant.create('v1', server.url, order);
      expect([v1.status, JSON.parse(v1.body)]).toMatchObject([200, { status: 'awaiting_confirmation' }]);
      const h2h = await merchant.create('h2h', server.url, order);
      expect([h2h.status, JSON.parse(h2h.body)]).toMatchObject([
        424,
        { result: { codeError: 'noPaymentDetailsAvailable' }, data: null },
      ]);
      const ofIt = { api: 'h2h', shopId: merchant.shopId, identifier: order.identifier } as const;
      const trail = await eventually(async () => {
        const seen = await trailOf(db.database, ofIt);
        return seen?.operation['status'] === 'rejected' && seen;
      }, 'all of its attempts to be voided');
      expect(trail).toMatchObject({ operation: { status: 'rejected' }, postings: [], events: [] });
    },
  );
});

it('knows every row of the table, in both directions', () => {
  expect(scenarios).toHaveLength(21);
});

it('leaves books that are in order', async () => {
  expect(await brokenInvariants(db.database)).toEqual([]);
});
