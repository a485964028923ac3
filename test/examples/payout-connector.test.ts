import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readCases, receiveCallbacks, testConnector, type CallbackReceiver } from '#server/conformance/index';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { callbackSecret as callbackKey, connectorSecret as secret } from '#test/support/sandbox-connector';
import { startConnector } from '../../examples/payout-connector/server.ts';
import { createToyBank } from '../../examples/payout-connector/toy-bank.ts';

let db: TestDatabase;
let receiver: CallbackReceiver;
let connector: Awaited<ReturnType<typeof startConnector>>;
beforeAll(async () => {
  db = await createTestDatabase();
  receiver = await receiveCallbacks({ host: '127.0.0.1', port: 0, secret: callbackKey });
  connector = await startConnector({
    port: 0,
    databaseUrl: db.url,
    secret,
    callbacks: { url: receiver.url, secret: callbackKey },
    bank: createToyBank({ bookedAfterMs: 2_000 }),
  });
});
afterAll(async () => {
  await connector.stop();
  await receiver.close();
  await db.drop();
});

const cases = readCases(readFileSync(new URL('../../examples/payout-connector/cases.json', import.meta.url), 'utf8'));

it('a connector that was written from the stubs and the guide alone does all that the contract asks of it', async () => {
  const findings = await testConnector({ url: connector.url, secret, cases, receiver, patienceMs: 60_000 });
  expect(findings.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  const notTried = findings.flatMap((one) => (one.outcome === 'not_tried' ? [`${one.name}: ${one.why}`] : []));
  const ofPayments =
    /^(payment|void|receipt|deadline_kept|attempt_of_the_other|form_of_createPayment|form_of_voidPayment)/;
  expect(notTried.filter((one) => !ofPayments.test(one))).toEqual([
    'document_fetched: its evidence names no documents',
    'evidence_later: it serves no payments',
    'callback_early: no amount was told for the case early_callback',
  ]);
});
