import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { post } from '../call.ts';
import { createH2hHarness, type H2hHarness } from './harness.ts';
import { ask, envelopeOf, payOutBody } from './requests.ts';

let harness: H2hHarness;
beforeAll(async () => {
  harness = await createH2hHarness();
});
afterAll(() => harness?.strike());

const most = 500;

it('a list shows as many operations as it says there are, while others are being created', async () => {
  let isCreating = true;
  const creating = Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let nth = 0; nth < 25; nth += 1) {
        expect((await ask(harness, post('/host2host/payout', payOutBody()))).status).toBe(200);
      }
    }),
  ).finally(() => (isCreating = false));
  const listed: (readonly [number, number])[] = [];
  while (isCreating) {
    const answer = await ask(harness, post('/operation/operation/list', { skip: 0, take: most }));
    const { data, totalNumberRecords } = envelopeOf(answer);
    listed.push([(data as readonly unknown[]).length, totalNumberRecords]);
  }
  await creating;
  expect(listed.filter(([shown, total]) => shown !== total)).toEqual([]);
  expect(new Set(listed.map(([, total]) => total)).size).toBeGreaterThan(2);
});
