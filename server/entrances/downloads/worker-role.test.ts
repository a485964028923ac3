import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '#platform/ids';
import type { RunningServer } from '#server/start-server';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { startTestServer } from '#test/support/server';

let db: TestDatabase;
let worker: RunningServer;
beforeAll(async () => {
  db = await createTestDatabase();
  worker = await startTestServer(db.url, { TURNPIKE_ROLE: 'worker' });
});
afterAll(async () => {
  await worker.stop();
  await db.drop();
});

it('is not there in a process that only works on jobs', async () => {
  // Where documents are handed out, the path is there and the method is refused.
  const answer = await fetch(`${worker.url}/receipts/${newId()}`, { method: 'POST' });
  expect(answer.status).toBe(404);
});
