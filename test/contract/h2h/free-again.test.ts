import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '#test/support/eventually';
import { post, type Answer } from '../call.ts';
import { createH2hHarness, type H2hHarness } from './harness.ts';
import { ask, envelopeOf, payInBody } from './requests.ts';

let harness: H2hHarness;
beforeAll(async () => {
  harness = await createH2hHarness();
});
afterAll(() => harness?.strike());

it('an identifier whose PayIn no provider answered in time is 503 until its orders are cancelled, then new', async () => {
  const sent = post('/host2host/payin', payInBody({ amount: 1000.53 }));
  const repeated = { ...sent, headers: { ...sent.headers, 'idempotency-key': randomUUID() } };
  const create = () => ask(harness, repeated, harness.client, harness.impatientUrl);
  expect((await create()).status).toBe(424);
  const waited: Answer[] = [];
  const last = await eventually(async () => {
    const answer = await create();
    if (answer.status !== 503) return answer;
    waited.push(answer);
    return null;
  }, 'the identifier to be free');
  expect(last.status).toBe(424);
  for (const answer of waited) {
    expect(envelopeOf(answer).result.codeErrorExt).toBe('createInProgress');
    expect(answer.headers.get('retry-after')).toBe('1');
  }
  const { rows } = await harness.testDatabase.database.raw<{ rows: unknown[] }>(
    `select from operations where shop_id = ? and merchant_operation_id = ?`,
    [harness.client.shopId, JSON.parse(sent.body as string).idTransactionMerchant],
  );
  expect(rows).toHaveLength(2);
});
