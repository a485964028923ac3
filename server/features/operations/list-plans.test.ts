import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { createTestShop, type TestShop } from '#test/support/shop';
import { newestInRange, statuses } from './index.ts';
import { insertOperations } from './inserted-operations-fixture.ts';

const many = 5_000;
const limit = 11;
const noon = new Date('2026-02-01T12:00:00Z');
const afterNoon = (ms: number): string => new Date(noon.getTime() + ms).toISOString();

let db: TestDatabase;
let shop: TestShop;
beforeAll(async () => {
  db = await createTestDatabase();
  shop = await createTestShop(db.database);
  const rows = Array.from({ length: many }, (_unused, index) => ({
    createdAt: new Date(noon.getTime() + index),
    // Every second create was refused; of what is left, few wait for a person and few are payouts.
    status:
      index % 2 === 0
        ? ('rejected' as const)
        : index % 1_000 === 1
          ? ('manual_check' as const)
          : ('completed' as const),
    type: index % 500 === 1 ? ('payout' as const) : ('payment' as const),
  }));
  await insertOperations(db.database, shop.shopId, rows);
  await db.database.raw('analyze operations');
});
afterAll(() => db.drop());

type Plan = {
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
};

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

const asList = (values: readonly string[]): string => `array[${values.map((value) => `'${value}'`).join(', ')}]`;

/** What a page really walks through, planned for any value, as a named statement is after a few runs. */
const walkedBy = (types: readonly string[], of: readonly string[], from: string, before: string): Promise<Plan[]> =>
  db.database.transaction(async (tx) => {
    await tx.raw('set local plan_cache_mode = force_generic_plan');
    await tx.raw(`prepare page (uuid, text, text[], text[], text, text, text, bigint) as ${newestInRange.text}`);
    const values = [`'${shop.shopId}'`, `'v1'`, asList(types), asList(of), `'${from}'`, `'${before}'`];
    const lowest = `'00000000-0000-0000-0000-000000000000'`;
    const { rows } = await tx.raw<{ rows: { 'QUERY PLAN': { Plan: Plan }[] }[] }>(
      `explain (analyze, format json) execute page (${[...values, lowest, limit].join(', ')})`,
    );
    await tx.raw('deallocate page');
    return nodesOf(rows[0]!['QUERY PLAN'][0]!.Plan).filter((node) => node['Relation Name'] === 'operations');
  });

const both = ['payment', 'payout'];
const cases: readonly (readonly [string, ...Parameters<typeof walkedBy>])[] = [
  ['without filters', both, statuses, '-infinity', 'infinity'],
  ['of a status that few have', both, ['manual_check'], '-infinity', 'infinity'],
  ['of a type that few have', ['payout'], statuses, '-infinity', 'infinity'],
  ['in the middle', both, statuses, '-infinity', afterNoon(many / 2)],
  ['of an interval long ago', ['payment'], ['completed'], afterNoon(0), afterNoon(20)],
];

it.each(cases)('a page %s walks through no more operations of a kind than it shows', async (_name, ...asked) => {
  const walked = await walkedBy(...asked);
  expect(new Set(walked.map((node) => node['Index Name']))).toEqual(new Set(['operations_by_time', 'operations_pkey']));
  for (const node of walked) {
    expect(node['Rows Removed by Filter'] ?? 0).toBe(0);
    expect(node['Actual Rows']).toBeLessThanOrEqual(limit);
  }
});
