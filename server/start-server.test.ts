import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { startTestServer } from '#test/support/server';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const addressesWith = async (settings: Readonly<Record<string, string>>): Promise<readonly string[]> => {
  const { url, metricsUrl, stop } = await startTestServer(db.url, settings);
  const answers = await Promise.all([fetch(`${url}/livez`), fetch(`${metricsUrl}/metrics`)]);
  expect(answers.map(({ status }) => status)).toEqual([204, 200]);
  await stop();
  return [url, metricsUrl].map((address) => new URL(address).hostname);
};

it('metrics listen on this machine alone, wherever the API does, unless METRICS_HOST says otherwise', async () => {
  expect(await addressesWith({ HOST: 'localhost' })).toEqual(['localhost', '127.0.0.1']);
  expect(await addressesWith({ METRICS_HOST: 'localhost' })).toEqual(['127.0.0.1', 'localhost']);
});

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.address === '::1');

(hasIpv6 ? it : it.skip)('addresses of IPv6 are written so that they can be used', async () => {
  expect(await addressesWith({ HOST: '::1', METRICS_HOST: '::1' })).toEqual(['[::1]', '[::1]']);
});
