import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#platform/ids';
import { createLog } from '#platform/logs';
import { createMetrics } from '#platform/metrics';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { createReceiptHarness, type ReceiptHarness } from '../receipts-fixture.ts';
import type { Antivirus } from './antivirus.ts';
import { createScanReceipt } from './scan-receipt.ts';

let db: TestDatabase;
let harness: ReceiptHarness;
beforeAll(async () => {
  db = await createTestDatabase();
  harness = await createReceiptHarness(db);
});
afterAll(() => db.drop());

const infected: Antivirus = { scan: () => Promise.resolve('Eicar-Test') };
const clean: Antivirus = { scan: () => Promise.resolve(null) };
const away: Antivirus = { scan: () => Promise.reject(new Error('nobody listens')) };

const scanBy = (antivirus: Antivirus | null, isRequired = true) => {
  const metrics = createMetrics();
  const scan = createScanReceipt({ antivirus, isRequired, log: createLog('silent'), metrics });
  return { scan, outcomes: async () => (await metrics.receiptScans.get()).values.map(({ labels }) => labels.outcome) };
};
const fresh = (): string => `receipt ${newId()}`;
const findingsOf = async (payment: Parameters<ReceiptHarness['filesOf']>[0]): Promise<unknown> =>
  (await harness.filesOf(payment)).map(({ findings }) => findings?.antivirus);

describe('a receipt', () => {
  it('with malware in it goes to an operator as potential_fake, and to no provider', async () => {
    const payment = await harness.awaiting();
    const { scan, outcomes } = scanBy(infected);
    const confirmed = await harness.confirm(payment, fresh(), { scan });
    expect(confirmed).toMatchObject({ status: 'manual_check', manualCheckReason: 'potential_fake' });
    expect(await findingsOf(payment)).toEqual([{ isScanned: true, malware: 'Eicar-Test' }]);
    await harness.submit();
    expect(harness.submitted).toEqual([]);
    expect(await outcomes()).toEqual(['infected']);
  });

  it('with malware in it is potential_fake even where it cannot be read', async () => {
    const payment = await harness.awaiting();
    const confirmed = await harness.confirm(payment, `unreadable ${fresh()}`, { scan: scanBy(infected).scan });
    expect(confirmed).toMatchObject({ status: 'manual_check', manualCheckReason: 'potential_fake' });
  });

  it('without any goes to its provider, and is known to be scanned', async () => {
    const payment = await harness.awaiting();
    expect(await harness.confirm(payment, fresh(), { scan: scanBy(clean).scan })).toMatchObject({
      status: 'awaiting_confirmation',
    });
    expect(await findingsOf(payment)).toEqual([{ isScanned: true, malware: null }]);
  });

  it('is refused while the antivirus is away, leaves nothing behind, and is taken when sent again', async () => {
    const payment = await harness.awaiting();
    const [text, before] = [fresh(), await harness.contents()];
    const { scan, outcomes } = scanBy(away);
    await expect(harness.confirm(payment, text, { scan })).rejects.toMatchObject({ code: 'temporarily_unavailable' });
    expect(await harness.contents()).toBe(before);
    expect(await harness.rowOf(payment)).toMatchObject({ status: 'awaiting_confirmation', receipt_file_id: null });
    expect(await outcomes()).toEqual(['failed']);
    expect(await harness.confirm(payment, text, { scan: scanBy(clean).scan })).toMatchObject({
      status: 'awaiting_confirmation',
    });
    expect((await harness.filesOf(payment)).filter(({ state }) => state === 'recorded')).toHaveLength(1);
  });

  it('is taken unscanned, and its reviewer told, where the antivirus is not required', async () => {
    const payment = await harness.awaiting();
    const { scan } = scanBy(away, false);
    expect(await harness.confirm(payment, fresh(), { scan })).toMatchObject({ status: 'awaiting_confirmation' });
    expect(await findingsOf(payment)).toEqual([{ isScanned: false }]);
  });

  it('is taken without a word about it where there is no antivirus', async () => {
    const payment = await harness.awaiting();
    expect(await harness.confirm(payment, fresh(), { scan: scanBy(null).scan })).toMatchObject({
      status: 'awaiting_confirmation',
    });
    expect(await findingsOf(payment)).toEqual([null]);
  });
});
