import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { healthyReviews } from './healthy-reviews-fixture.ts';
import { checkInvariants, type Finding } from './index.ts';
import { receiptBreakages } from './receipt-breakages-fixture.ts';

let db: TestDatabase;

// As beside it: the checks are there for the day on which the schema does not refuse these things by itself.
const disarm = `
  grant update, delete on receipts, audit_log to current_user;
  do $$ declare armed record; begin
    for armed in select conname, conrelid::regclass as name from pg_constraint
      where contype in ('c', 'f') and conrelid::regclass::text in
        ('operations', 'attempts', 'receipts', 'receipt_files', 'receipt_contents')
    loop
      execute format('alter table %s drop constraint %I', armed.name, armed.conname);
    end loop;
  end $$;`;

const find = async (name: string): Promise<Finding> => {
  const found = (await checkInvariants(db)).find((finding) => finding.name === name);
  if (found === undefined) throw new Error(`There is no invariant ${name}.`);
  return found;
};

beforeAll(async () => {
  db = await createTestDatabase();
  await db.database.raw(disarm);
});
afterAll(() => db.drop());

describe('the invariants', () => {
  it('hold for receipts in every state', async () => {
    await healthyReviews(db);
    expect((await checkInvariants(db)).filter(({ violations }) => violations > 0)).toEqual([]);
  });

  it.each(receiptBreakages)('%s is seen broken when %s', async (name, _how, sql) => {
    const shop = await healthyReviews(db);
    const before = await find(name);
    await db.database.raw(sql.replaceAll(':shop', `'${shop}'`));
    const after = await find(name);
    expect(after.violations).toBeGreaterThan(before.violations);
    expect(after.examples).toContainEqual(expect.objectContaining({ shop_id: shop }));
  });
});
