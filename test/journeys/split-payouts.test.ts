import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunningServer } from '#server/start-server';
import { brokenInvariants } from '#test/faults/clean-check';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { startTestServer } from '#test/support/server';
import { ProviderDeclinedError } from '@turnpike/sdk';
import { coins, payoutFiguresOf, payoutPostingsOf, type Settling } from './expected-figures.ts';
import { openShop, type Shop } from './merchant-shop.ts';

let db: TestDatabase;
let server: RunningServer;
let shop: Shop;
const opened: Shop[] = [];
beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer(db.url);
});
afterAll(async () => {
  for (const one of opened) await one.close();
  await server.stop();
  await db.drop();
});

type Limits = Readonly<Record<'sandbox-1' | 'sandbox-2', string>>;

/** A shop with 5,000 roubles whose providers carry no more than this at once. */
const openLimitedShop = async (settling: Settling, limits: Limits): Promise<void> => {
  shop = await openShop(db.database, server.url, settling, { RUB: '5000.00', USDT: '62.500000' }[settling]);
  opened.push(shop);
  for (const [providerId, most] of Object.entries(limits)) {
    await db
      .database('routes')
      .where({ shop_id: shop.shopId, direction: 'payout', provider_id: providerId })
      .update({ max_amount: most });
  }
};

type Attempt = readonly [leg: number, provider: string, amount: string, state: string];

const attemptsOf = async (operationId: string): Promise<Attempt[]> => {
  const rows = await db.database('attempts').where({ operation_id: operationId }).orderBy(['leg', 'position']);
  return rows.map((row): Attempt => [row.leg, row.provider_id, row.amount, row.state]);
};

/** Pays out and waits for the end: what arrived, by provider, in kopecks. */
const payOut = async (settling: Settling, kopecks: bigint, arrived: readonly (readonly [string, bigint])[]) => {
  const created = await shop.turnpike.payouts.create(shop.payout(coins(kopecks, 2)));
  expect(created).toMatchObject({ status: 'pending', ...payoutFiguresOf(kopecks, settling).shown });
  const final = await shop.finalOf(created);
  const paid = arrived.reduce((total, [, part]) => total + part, 0n);
  const { shown, recordedShown } = payoutFiguresOf(paid, settling);
  expect(final).toMatchObject({
    status: 'completed',
    expected_amount: coins(kopecks, 2),
    actual_amount: coins(paid, 2),
    ...shown,
    ...recordedShown,
    receipt_evidence_status: 'complete',
  });
  expect(await shop.postingsOf(created.operation_id, 'payout_settled')).toEqual(
    payoutPostingsOf(kopecks, arrived, settling),
  );
  await eventually(async () => (await shop.webhooksAbout(created.operation_id)).length > 0, 'the webhook');
  expect(await shop.eventsOf(created.operation_id)).toEqual(['1 operation.completed']);
  return { operationId: created.operation_id, receipts: final.receipts.map(({ amount }) => amount).sort() };
};

describe.each<Settling>(['RUB', 'USDT'])(
  'a payout that no provider carries alone, of a shop that settles in %s',
  (settling) => {
    beforeAll(() => openLimitedShop(settling, { 'sandbox-1': '1000.00', 'sandbox-2': '500.00' }));

    it('goes over both, each within its limits', async () => {
      const { operationId, receipts } = await payOut(settling, 140_000n, [
        ['sandbox-1', 100_000n],
        ['sandbox-2', 40_000n],
      ]);
      expect(await attemptsOf(operationId)).toEqual([
        [1, 'sandbox-1', '1000.00', 'accepted'],
        [2, 'sandbox-2', '400.00', 'accepted'],
      ]);
      expect(receipts).toEqual([1000, 400]);
    });

    it('completes with the rest when one declines its leg, which is too large for the other', async () => {
      const { operationId, receipts } = await payOut(settling, 140_052n, [['sandbox-2', 40_052n]]);
      expect(await attemptsOf(operationId)).toEqual([
        [1, 'sandbox-1', '1000.00', 'declined'],
        [2, 'sandbox-2', '400.52', 'accepted'],
      ]);
      expect(receipts).toEqual([400.52]);
    });

    it('is refused beyond what both carry in twenty legs', async () => {
      await openLimitedShop(settling, { 'sandbox-1': '100.00', 'sandbox-2': '50.00' });
      const refusal: unknown = await shop.turnpike.payouts
        .create(shop.payout('1500.01'))
        .catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(ProviderDeclinedError);
      expect(refusal).toMatchObject({ status: 424, code: 'no_provider_accepted' });
    });
  },
);

describe('a payout that no provider carries alone', () => {
  it('completes in full when the other provider can carry what the first declines', async () => {
    await openLimitedShop('RUB', { 'sandbox-1': '500.00', 'sandbox-2': '1000.00' });
    const { operationId, receipts } = await payOut('RUB', 140_052n, [['sandbox-2', 140_052n]]);
    expect(await attemptsOf(operationId)).toEqual([
      [1, 'sandbox-1', '500.00', 'declined'],
      [1, 'sandbox-2', '500.00', 'accepted'],
      [2, 'sandbox-2', '900.52', 'accepted'],
    ]);
    expect(receipts).toEqual([500, 900.52]);
  });

  it('breaks no invariant', async () => {
    expect(await brokenInvariants(db.database)).toEqual([]);
  });
});
