import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunningServer } from '#server/start-server';
import { confirm, createAwaiting, receiptOf } from '#test/contract/awaiting-receipt';
import { call, post, type Answer } from '#test/contract/call';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { startTestServer } from '#test/support/server';
import { createTestShop, type TestShop } from '#test/support/shop';
import { startMinio, type Minio } from './minio.ts';

type Payment = Awaited<ReturnType<typeof createAwaiting>>;
type State = {
  readonly status: string;
  readonly receipt_evidence_status: string;
  readonly receipts: readonly { readonly receipt_url: string }[];
};

let minio: Minio;
let db: TestDatabase;
let shop: TestShop;
let server: RunningServer;
beforeAll(async () => {
  [minio, db] = await Promise.all([startMinio(), createTestDatabase()]);
  shop = await createTestShop(db.database);
  server = await startTestServer(db.url, { RECEIPT_STORAGE: 's3', LOG_LEVEL: 'silent', ...minio.settings });
});
afterAll(async () => {
  await server.stop();
  await db.drop();
  await minio.stop();
});

/** What is in the bucket has a row, and each row its object. */
const expectAgreement = () =>
  eventually(async () => {
    const rows = await db.database('receipt_files').orderBy('file_id');
    const expected = rows.map((row) => `receipts/${row.shop_id}/${row.file_id}`).sort();
    const isSettled = rows.every((row) => row.state === 'recorded' && row.storage === 's3');
    return isSettled && JSON.stringify(await minio.keys()) === JSON.stringify(expected);
  }, 'rows and objects to agree');
afterEach(async () => {
  await expectAgreement();
});

const read = (lookup: object): Promise<Answer> =>
  call(server.url, post('/v1/get_operation_state', lookup), shop.apiKey);
const byId = ({ operation_id }: Payment): Promise<Answer> => read({ operation_id });
const byIdentifier = async ({ operation_id }: Payment): Promise<Answer> => {
  const { merchant_operation_id } = await db.database('operations').where({ operation_id }).first();
  return read({ merchant_operation_id });
};
const upload = ({ operation_id }: Payment, receipt: Uint8Array): Promise<Answer> =>
  confirm(server.url, shop, operation_id, receipt);

const completed = (payment: Payment): Promise<State> =>
  eventually(async () => {
    const { status, body } = await byId(payment);
    const state = body as State;
    return status === 200 && state.status === 'completed' && state;
  }, 'the payment to be completed');
/** A payment that its receipt has completed. */
const complete = async (): Promise<{ payment: Payment; receipt: Uint8Array; state: State }> => {
  const payment = await createAwaiting(server.url, shop);
  const receipt = receiptOf(payment);
  expect((await upload(payment, receipt)).status).toBe(200);
  return { payment, receipt, state: await completed(payment) };
};

/** Nothing of the upload is on record but, perhaps, that its content has to be removed once there is a storage again. */
const expectNothingRecorded = async ({ operation_id }: Payment): Promise<void> => {
  const operation = await db.database('operations').where({ operation_id }).first();
  expect(operation).toMatchObject({ status: 'awaiting_confirmation', receipt_file_id: null });
  const rows = await db.database('receipt_files').where({ operation_id });
  expect(rows.filter(({ state }) => state === 'recorded')).toEqual([]);
};

describe('a receipt that lies in S3', () => {
  it('completes its payment, and is downloaded through a presigned link as it was uploaded', async () => {
    const { receipt, state } = await complete();
    expect(state).toMatchObject({ receipt_evidence_status: 'complete', receipts: [{ amount: 1000.54 }] });
    const link = new URL(state.receipts[0]?.receipt_url ?? '');
    expect(link.origin).toBe(minio.settings.S3_ENDPOINT);
    expect(link.searchParams.get('X-Amz-Expires')).toBe('300');
    const response = await fetch(link);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="receipt-[0-9a-f-]+\.pdf"$/);
    expect(Buffer.from(await response.arrayBuffer()).equals(receipt)).toBe(true);
  });

  it('leaves one object, however often and by however many it is uploaded at once', async () => {
    const payment = await createAwaiting(server.url, shop);
    const [one, other] = [receiptOf(payment), receiptOf(payment)];
    const answers = await Promise.all([one, one, other, one, other].map((receipt) => upload(payment, receipt)));
    // Few uploads of one payment wait for their turn; the others are told to come again.
    for (const { status } of answers) expect([200, 412, 429]).toContain(status);
    for (const { headers } of answers.filter(({ status }) => status === 429))
      expect(headers.has('retry-after')).toBe(true);
    expect(answers.filter(({ status }) => status === 200)).not.toEqual([]);
    await completed(payment);
    await expectAgreement();
    expect(await db.database('receipt_files').where({ operation_id: payment.operation_id })).toHaveLength(1);
  });
});

type Outage = { readonly takeAway: () => Promise<void> | void; readonly giveBack: () => Promise<void> | void };

describe.each<[string, Outage]>([
  ['dead', { takeAway: () => minio.kill(), giveBack: () => minio.start() }],
  ['silent', { takeAway: () => minio.freeze(), giveBack: () => minio.thaw() }],
])('while S3 is %s', (_, { takeAway, giveBack }) => {
  it('evidence is unavailable and uploads are refused, and all of it works again afterwards', async () => {
    const { payment, receipt } = await complete();
    const [open, waiting] = [await createAwaiting(server.url, shop), await createAwaiting(server.url, shop)];
    await takeAway();
    try {
      expect(await byId(payment)).toMatchObject({ status: 503, body: { code: 'evidence_unavailable' } });
      expect(await byIdentifier(payment)).toMatchObject({
        status: 200,
        body: { status: 'completed', receipt_evidence_status: 'unavailable', receipts: [] },
      });
      // What needs no file is not touched by it.
      expect(await byId(open)).toMatchObject({ status: 200, body: { receipt_evidence_status: 'not_ready' } });
      expect(await upload(waiting, receiptOf(waiting))).toMatchObject({
        status: 503,
        body: { code: 'temporarily_unavailable' },
      });
      await expectNothingRecorded(waiting);
      // A re-sent file needs no storage: it is known already.
      expect((await upload(payment, receipt)).status).toBe(200);
    } finally {
      await giveBack();
    }
    const link = await eventually(async () => {
      const { status, body } = await byId(payment);
      return status === 200 && (body as State).receipts[0]?.receipt_url;
    }, 'evidence to be had again');
    expect(Buffer.from(await (await fetch(link)).arrayBuffer()).equals(receipt)).toBe(true);
    for (const one of [open, waiting]) {
      expect((await upload(one, receiptOf(one))).status).toBe(200);
      await completed(one);
    }
    // What is to be removed waits for a minute after a storage that was away; this check does not have that long.
    const anHourAgo = { updated_at: db.database.raw(`now() - interval '1 hour'`) };
    await db.database('receipt_files').whereNot({ state: 'recorded' }).update(anHourAgo);
    await expectAgreement();
  });
});
