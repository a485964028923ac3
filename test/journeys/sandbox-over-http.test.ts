import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sandboxTable, type SandboxOutcome } from '#generated/shared/sandbox';
import { setConnector } from '#features/connectors';
import type { SandboxConnector } from '#server/local/sandbox-connector';
import type { RunningServer } from '#server/start-server';
import { brokenInvariants } from '#test/faults/clean-check';
import { addTestConnector, routeOver } from '#test/support/connected-shop';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { tester } from '#test/support/operators';
import { startTestConnector } from '#test/support/sandbox-connector';
import { startTestServer } from '#test/support/server';
import { openShop, type Shop } from './merchant-shop.ts';
import { download, handIn, receiptOf } from './receipt-uploads.ts';

let db: TestDatabase;
let server: RunningServer;
let connector: SandboxConnector;
let shop: Shop;
beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer(db.url, { CONNECTOR_ALLOWED_NETWORKS: '127.0.0.0/8' });
  const { secret, callbackSecret } = await addTestConnector(db.database, 'bank', 'http://127.0.0.1:9');
  connector = await startTestConnector(db.url, `${server.url}/connector/v1/callbacks/bank`, {
    providerId: 'sandbox-1',
    secrets: [secret],
    callbacks: { url: `${server.url}/connector/v1/callbacks/bank`, secrets: [callbackSecret] },
  });
  await setConnector(db, { providerId: 'bank', change: { url: connector.url }, actor: tester });
  shop = await openShop(db.database, server.url, 'RUB', '100000.00');
  await routeOver(db.database, shop, 'bank', 'sandbox-2');
  await eventually(async () => {
    const row = await db.database('connectors').whereNotNull('capabilities').first();
    return row !== undefined;
  }, 'the connector to have told what it can do');
});
afterAll(async () => {
  await shop?.close();
  await connector?.stop();
  await server?.stop();
  await db?.drop();
});

type Row = readonly [string, string, SandboxOutcome];

const rowsOf = (direction: 'payment' | 'payout', isWanted: (outcome: SandboxOutcome) => boolean): Row[] =>
  sandboxTable.flatMap(({ kopecks, [direction]: outcome }) =>
    outcome !== null && isWanted(outcome)
      ? [[kopecks === '*' ? '37' : kopecks, outcome.scenario, outcome] as const]
      : [],
  );
const isOver = ({ laterStatus }: SandboxOutcome): boolean => laterStatus === 'completed' || laterStatus === 'cancelled';
const asksForReceipt = ({ scenario }: SandboxOutcome): boolean => scenario.startsWith('receipt_');

/** What the provider in our process splits itself is one transfer here. */
const isOneTransfer = ({ legs }: SandboxOutcome): boolean => legs === undefined;

const paidOf = (amount: string, { laterStatus, paidShare = '1' }: SandboxOutcome): string =>
  laterStatus === 'completed' ? (Math.floor(Number(amount) * 100 * Number(paidShare)) / 100).toFixed(2) : '0.00';

describe('the sandbox as a connector, for a payment', () => {
  it.each(rowsOf('payment', (row) => isOver(row) && row.cancelReason !== 'expired' && !asksForReceipt(row)))(
    'of .%s ends as the table says: %s',
    async (kopecks, _scenario, outcome) => {
      const amount = `100.${kopecks}`;
      const final = await shop.finalOf(await shop.turnpike.payments.create(shop.order(amount)));
      expect(final).toMatchObject({ status: outcome.laterStatus, actual_amount: paidOf(amount, outcome) });
    },
  );

  it('that both decline is refused', async () => {
    await expect(shop.turnpike.payments.create(shop.order('100.51'))).rejects.toMatchObject({
      code: 'no_provider_accepted',
    });
  });

  it('that asks for a receipt is completed by it', async () => {
    const payment = await shop.turnpike.payments.create(shop.order('100.54'));
    expect(payment.status).toBe('awaiting_confirmation');
    await handIn(shop, payment, receiptOf(payment));
    expect(await shop.finalOf(payment)).toMatchObject({ status: 'completed', actual_amount: '100.54' });
  });

  it('that asks for a receipt and doubts it is left to an operator', async () => {
    const payment = await shop.turnpike.payments.create(shop.order('100.56'));
    await handIn(shop, payment, receiptOf(payment));
    await eventually(async () => {
      const { status, manual_check_reason: reason } = await shop.turnpike.operations.retrieve(payment.operation_id);
      return status === 'manual_check' && reason === 'not_terminal';
    }, 'the review to be left to an operator');
  });
});

describe('the sandbox as a connector, for a payout', () => {
  it.each(rowsOf('payout', (row) => isOver(row) && isOneTransfer(row)))(
    'of .%s ends as the table says: %s',
    async (kopecks, _scenario, outcome) => {
      const amount = `100.${kopecks}`;
      const final = await shop.finalOf(await shop.turnpike.payouts.create(shop.payout(amount)));
      expect(final).toMatchObject({ status: outcome.laterStatus, actual_amount: paidOf(amount, outcome) });
      const links = (final.receipts ?? []).flatMap(({ receipt_url: url }) => (url === null ? [] : [url]));
      for (const link of links) expect((await download(link)).content.subarray(0, 5).toString()).toBe('%PDF-');
    },
  );
});

it('leaves nothing that turnpike check complains about, and went over HTTP', async () => {
  expect(await brokenInvariants(db.database)).toEqual([]);
  const attempts = await db.database('attempts').where({ provider_id: 'bank' }).pluck('state');
  expect(attempts.length).toBeGreaterThan(10);
  expect(attempts).not.toContain('unknown');
});
