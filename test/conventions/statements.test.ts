import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sqlFunctions } from '#database/sql-functions';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import type { Collected } from './collect-statements.ts';
import { isTest, projectFiles, readProjectFile } from './source-files.ts';
import { collectStatements } from './sql/collected-statements.ts';
import { trialOf } from './sql/plan-plpgsql.ts';

/** Run by a function that is given one of its file's constants. The list may only become shorter. */
const passedOn: readonly string[] = [
  'server/features/operations/look-up-store.ts: statement',
  'server/features/payments/payment-facts-store.ts: statement',
  'server/features/payouts/legs-store.ts: statement',
  'server/features/payouts/payout-facts-store.ts: statement',
  'server/features/receipts/reviews/reviews-store.ts: statement',
  'server/features/receipts/upload/receipt-files-store.ts: statement',
];

let db: TestDatabase;
let collected: Collected;
beforeAll(async () => {
  db = await createTestDatabase();
  collected = collectStatements();
});
afterAll(() => db.drop());

/** What Postgres says against one of these; null when it has nothing against them. */
const objectionToAll = async (texts: readonly string[]): Promise<string | null> => {
  // Within one transaction, so that all of it is said on one connection and nothing of it stays.
  const trial = await db.database.transaction();
  try {
    for (const text of texts) await trial.raw(text.replaceAll('?', '\\?'));
    return null;
  } catch (error) {
    return (error as Error).message.split(' - ').at(-1) ?? '';
  } finally {
    await trial.rollback();
  }
};

/** What Postgres says against a statement on the migrated schema; null when it can be prepared. */
const objectionTo = (text: string): Promise<string | null> =>
  objectionToAll([`prepare trial as ${text}`, 'deallocate trial']);

/** The same for every statement inside of a function in PL/pgSQL, which Postgres itself plans when it first comes to it. */
const objectionInside = async (text: string): Promise<string | null> => {
  const trial = await trialOf(text, 'planned_trial');
  if (trial === null) return null;
  const call = `do $do$ begin
    execute (select format('select * from planned_trial(%s)', string_agg('null', ', '))
      from pg_proc, generate_series(1, pronargs) where proname = 'planned_trial');
  end $do$`;
  return objectionToAll([trial, call]);
};

it('gives every name of a statement to one text: a connection prepares the first and refuses the other', () => {
  const texts = new Map<string, Set<string>>();
  for (const { name, text } of collected.statements) texts.set(name, (texts.get(name) ?? new Set()).add(text));
  expect(texts.size).toBeGreaterThan(100);
  expect([...texts].filter(([, found]) => found.size > 1).map(([name]) => name)).toEqual([]);
});

it('can prepare every statement of every store on the migrated schema', async () => {
  const wrong: string[] = [];
  for (const { path, name, text } of collected.statements) {
    const objection = await objectionTo(text);
    if (objection !== null) wrong.push(`${path}, ${name}: ${objection}`);
  }
  expect(wrong).toEqual([]);
});

it('can plan every statement inside of every SQL function', async () => {
  const wrong: string[] = [];
  for (const { name, text } of sqlFunctions) {
    const objection = await objectionInside(text);
    if (objection !== null) wrong.push(`${name}: ${objection}`);
  }
  expect(wrong).toEqual([]);
});

it('finds a column, a function or a field that there is not, on every branch of a SQL function', async () => {
  const withBranch = (branch: string): string => `create or replace function tried(p_shop uuid, p_step jsonb)
    returns boolean language plpgsql as $$
    declare
      held operations;
      step record;
    begin
      select * into step from jsonb_to_record(p_step) as given (operation_id uuid, amounts numeric[]);
      for held in select * from operations where shop_id = p_shop loop
        if held.status = 'pending' then ${branch}; end if;
      end loop;
      return false;
    end $$`;
  expect(
    await objectionInside(withBranch('perform ledger_post(null, null, null, null, null, null, step.amounts)')),
  ).toBeNull();
  expect(await objectionInside(withBranch('update operations set stats = 1'))).toMatch('column "stats"');
  expect(await objectionInside(withBranch('return held.statos = 1'))).toMatch('"statos"');
  expect(await objectionInside(withBranch('perform ledger_past(p_shop)'))).toMatch('function ledger_past(uuid)');
  expect(await objectionInside(withBranch('return step.amount > 0'))).toMatch('"amount"');
});

it('finds a column or a function that there is not', async () => {
  expect(await objectionTo('select operation_id from operations where shop_id = $1')).toBeNull();
  expect(await objectionTo('select opertion_id from operations')).toBe('column "opertion_id" does not exist');
  expect(await objectionTo('select cancel_payment($1)')).toBe('function cancel_payment(unknown) does not exist');
});

it('finds every statement, as a constant of its file or written where it is run', () => {
  const found = new Set(collected.statements.map(({ name }) => name));
  const sources = projectFiles.filter((path) => /^server\/.*\.ts$/.test(path) && !isTest(path));
  const written = sources.flatMap((path) =>
    [...readProjectFile(path).matchAll(/name: '([a-z_0-9]+)',\s*text: [`'\w]/g)].map(([, name = '']) => name),
  );
  expect(written.length).toBeGreaterThan(100);
  expect(written.filter((name) => !found.has(name))).toEqual([]);
  expect([...new Set(collected.builtWhenRun)].sort()).toEqual(passedOn);
});
