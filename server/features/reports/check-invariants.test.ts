import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { breakages } from './breakages-fixture.ts';
import { healthyReconciliation } from './healthy-reconciliation-fixture.ts';
import { healthyShop } from './healthy-shop-fixture.ts';
import { checkInvariants, type Finding } from './index.ts';
import { receiptBreakages } from './receipt-breakages-fixture.ts';

let db: TestDatabase;

// Most of what is broken below, the schema refuses by itself: the checks are there for the day it does not.
const disarm = `
  grant update, delete on ledger_postings, ledger_transactions, receipts to current_user;
  drop index operations_by_identifier, ledger_transactions_one_settlement;
  do $$ declare armed record; begin
    for armed in select conname, conrelid::regclass as name from pg_constraint
      where contype = 'c' and conrelid in ('operations'::regclass, 'attempts'::regclass, 'ledger_accounts'::regclass)
    loop
      execute format('alter table %s drop constraint %I', armed.name, armed.conname);
    end loop;
  end $$;
  insert into providers (provider_id, kind) values ('sandbox-1', 'sandbox'), ('sandbox-2', 'sandbox');`;

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
  it('hold for an empty database', async () => {
    expect((await checkInvariants(db)).filter(({ violations }) => violations > 0)).toEqual([]);
  });

  it('hold for healthy operations', async () => {
    await healthyReconciliation(db.database, await healthyShop(db.database));
    expect((await checkInvariants(db)).filter(({ violations }) => violations > 0)).toEqual([]);
  });

  it.each(breakages)('%s is seen broken when %s', async (name, _how, sql) => {
    const shop = await healthyShop(db.database);
    await healthyReconciliation(db.database, shop);
    const before = await find(name);
    await db.database.raw(sql.replaceAll(':shop', `'${shop}'`));
    const after = await find(name);
    expect(after.violations).toBeGreaterThan(before.violations);
    expect(after.examples).toContainEqual(expect.objectContaining({ shop_id: shop }));
  });

  it('have a breakage each', async () => {
    const broken = new Set([...breakages, ...receiptBreakages].map(([name]) => name));
    expect((await checkInvariants(db)).map(({ name }) => name).filter((name) => !broken.has(name))).toEqual([]);
  });
});
