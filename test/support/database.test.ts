import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '#test/support/database';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

it('refuses to rewrite postings, even as the owner of the table', async () => {
  await expect(db.database('ledger_postings').update({ amount: '1' })).rejects.toThrow('permission denied');
});
