import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { startSwitchboard, startBrokenConnector, type Switchboard } from '#test/support/broken-connector';
import { callbackSecret, connectorSecret, startTestConnector } from '#test/support/sandbox-connector';
import type { SandboxConnector } from '../local/sandbox-connector.ts';
import { receiveCallbacks, sandboxCases, testConnector } from './index.ts';

let db: TestDatabase;
let board: Switchboard;
let connector: SandboxConnector;
beforeAll(async () => {
  db = await createTestDatabase();
  board = await startSwitchboard();
  // As fast as it usually is: some of its orders wait on purpose.
  connector = await startTestConnector(db.url, board.url, { speed: 1 });
});
afterAll(async () => {
  await connector.stop();
  board.stop();
  await db.drop();
});

it('finds nothing against the reference connector, and says what it could not try', async () => {
  const receiver = await receiveCallbacks({ host: '127.0.0.1', port: 0, secret: callbackSecret });
  const proxy = await startBrokenConnector(connector.url, board, {}, () => receiver.url);
  try {
    const findings = await testConnector({
      url: proxy.url,
      secret: connectorSecret,
      cases: sandboxCases(),
      receiver,
      patienceMs: 60_000,
    });
    expect(findings.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
    const notTried = findings.filter(({ outcome }) => outcome === 'not_tried');
    expect(notTried.map(({ name }) => name)).toEqual(['payout_declined', 'payout_returned']);
  } finally {
    proxy.stop();
    await receiver.close();
  }
});
