import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newestInRange } from '#features/operations';
import { collectStatements } from '#test/conventions/sql/collected-statements';
import { createTestDatabase, type TestDatabase } from '#test/support/database';

// A plan made while a table is empty is kept by its connection: it has to be right before there are any statistics.
const byKey: readonly (readonly [string, string])[] = [
  [
    'operations_pkey',
    `update operations set updated_at = now() where shop_id = $1 and operation_id = $2 and status = 'creating'`,
  ],
  [
    'operations_pkey',
    `update operations set updated_at = now() where shop_id = $1 and operation_id = $2 and attempt_id = $3
      and status in ('pending', 'awaiting_confirmation', 'manual_check')`,
  ],
  ['operations_pkey', `select from operations where shop_id = $1 and operation_id = $2`],
  [
    'operations_by_identifier',
    `select from operations where shop_id = $1 and api = $2 and merchant_operation_id = $3 and is_identifier_held`,
  ],
  [
    'attempts_pkey',
    `update attempts set updated_at = now() where shop_id = $1 and attempt_id = $2 and state = 'sending'`,
  ],
  [
    'attempts_pkey',
    `update attempts set updated_at = now() where shop_id = $1 and attempt_id = $2 and state = 'unknown'`,
  ],
  [
    'attempts_pkey',
    `update attempts set updated_at = now() where shop_id = $1 and attempt_id = $2 and is_fact_pending`,
  ],
  ['attempts_by_operation', `select from attempts where shop_id = $1 and operation_id = $2 and state = 'sending'`],
  [
    'attempts_pkey',
    `update attempts set state = 'accepted' where shop_id = $1 and attempt_id = $2 and state in ('sending', 'unknown')`,
  ],
  [
    'operations_pkey',
    `select from operations o where o.shop_id = $1
      and o.operation_id = (select a.operation_id from attempts a where a.shop_id = $1 and a.attempt_id = $2)`,
  ],
  [
    'operations_pkey',
    `select distinct place::integer from unnest($1::uuid[], $2::uuid[]) with ordinality as asked (shop_id, operation_id, place)
      cross join shops s where s.shop_id <> asked.shop_id and (select true from operations o
        where o.shop_id = s.shop_id and o.operation_id = asked.operation_id)`,
  ],
  [
    'attempts_by_operation',
    `select bool_or(check_at is not null) from attempts where shop_id = $1 and operation_id = $2`,
  ],
  [
    'operations_pkey',
    `select from operations where shop_id = $1 and operation_id = $2 and status = 'pending' for update`,
  ],
  [
    'operations_pkey',
    `select from operations where shop_id = $1 and operation_id = $2 and api = $3
      and status not in ('creating', 'rejecting', 'rejected') for update`,
  ],
  [
    'operations_by_identifier',
    `select from operations where shop_id = $1 and api = $2 and merchant_operation_id = $3 and is_identifier_held for update`,
  ],
  [
    'operations_pkey',
    `update operations set status = 'cancelled' where shop_id = $1 and operation_id = $2 and status = 'tombstone'`,
  ],
  [
    'operations_pkey',
    `select o.operation_id from operations o
      where o.shop_id = $1 and o.operation_id = $2 and o.status <> 'creating'`,
  ],
  ['attempts_due', `select from attempts where type = 'payment' and check_at <= now() order by check_at limit 50`],
  [
    'attempts_by_operation',
    `update attempts set check_at = now() where shop_id = $1 and operation_id = $2 and state in ('sending', 'accepted')`,
  ],
  [
    'attempts_by_operation',
    `update attempts set checks = 1 where shop_id = $1 and operation_id = $2 and check_at <= now()`,
  ],
  ['attempts_due', `select from attempts where type = 'payout' and check_at <= now() order by check_at limit 1`],
  [
    'sandbox_orders_pkey',
    `with durability as (select set_config('synchronous_commit', 'off', true))
      update sandbox_orders set pays_at = null from durability where shop_id = $1 and attempt_id = $2`,
  ],
  [
    'receipt_files_by_content',
    `select exists (select from receipt_files f
        where f.shop_id = o.shop_id and f.operation_id = o.operation_id and f.state = 'recorded')
      from operations o where shop_id = $1 and operation_id > $2 order by operation_id limit $3`,
  ],
  [
    'receipt_files_by_content',
    `update receipt_files set state = 'removing' where shop_id = $1 and operation_id = any($2::uuid[]) and state = 'recorded'`,
  ],
  [
    'operations_pkey',
    `select (select own from operations own
        where own.shop_id = page.shop_id and own.operation_id = page.operation_id)
      from hosted_pages page where page.operation_id = $1 offset 0`,
  ],
  ['operations_by_time', newestInRange.text],
  ['operations_pkey', newestInRange.text],
  [
    'operations_pkey',
    `delete from operations where shop_id = $1 and operation_id = any($2::uuid[]) and operation_id <> all($3::uuid[])`,
  ],
  [
    'operations_pkey',
    `select (select max(l.leg) from attempts l where l.shop_id = $1 and l.operation_id = $2)
      from operations o where o.shop_id = $1 and o.operation_id = $2`,
  ],
  [
    'attempts_by_operation',
    `select (select max(l.leg) from attempts l where l.shop_id = $1 and l.operation_id = $2)
      from operations o where o.shop_id = $1 and o.operation_id = $2`,
  ],
  // Planned with the statement that reads them, as a call would not be.
  ['ledger_transactions_credits', `select told.adjustments from told_adjustments($1, $2) told`],
  ['hosted_pages_pkey', `select shop_id from hosted_pages where operation_id = $1`],
  ['receipt_contents_pkey', `select from receipt_contents where shop_id = $1 and file_id = $2`],
  [
    'ledger_accounts_pkey',
    `update ledger_accounts set balance = 1 where shop_id = $1 and account = $2 and currency = $3`,
  ],
];

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const planOf = async (statement: string): Promise<string> => {
  // Planned for any value, as a named statement is after a few runs.
  const { rows } = await db.database.raw<{ rows: { 'QUERY PLAN': string }[] }>(`explain (generic_plan) ${statement}`);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
};

it.each(byKey)('plans by %s on an empty database: %s', async (index, statement) => {
  expect(await planOf(statement)).toContain(`using ${index} `);
});

const statements = collectStatements().statements.filter(({ name }) => /^(sandbox_)?(find|claim)_/.test(name));

describe('a read of many keys', () => {
  const readBy: readonly (readonly [string, string])[] = [
    ['find_states_by_id', 'operations_pkey'],
    ['find_states_by_identifier', 'operations_by_identifier'],
    ['find_attempts', 'attempts_pkey'],
    ['find_attempts', 'operations_pkey'],
  ];

  it.each(readBy.flatMap(([name, index]) => [[name, index] as const, [`${name}_of_shops`, index] as const]))(
    '%s looks up each by %s',
    async (name, index) => {
      const { text } = statements.find((statement) => statement.name === name)!;
      const plan = await planOf(text);
      expect(plan).toContain(`using ${index} `);
      expect(plan).not.toContain('Seq Scan');
    },
  );
});

describe('work that waits', () => {
  const dueBy: readonly (readonly [string, string])[] = [
    ['find_expiring_payments', 'operations_by_expiry'],
    ['find_expired_creates', 'operations_undecided'],
    ['find_attempts_to_void', 'attempts_due'],
    ['find_due_legs', 'attempts_due'],
    ['find_due_evidence', 'attempts_evidence_due'],
    ['find_receipt_files_to_submit', 'receipt_files_to_submit'],
    ['find_receipt_files_to_remove', 'receipt_files_to_remove'],
    ['sandbox_find_due_orders', 'sandbox_orders_due'],
  ];

  it.each(dueBy)('%s looks for it by %s', async (name, index) => {
    const { text } = statements.find((statement) => statement.name === name)!;
    expect(await planOf(text)).toContain(`using ${index} `);
  });

  const claims = [...new Map(statements.map((one) => [one.name, one])).values()].filter(({ name }) =>
    /claim_/.test(name),
  );

  it.each(claims)('$name takes it on by keys of its shop alone', async ({ text }) => {
    const plan = await planOf(text);
    expect(plan).not.toContain('Seq Scan');
    const indexes = [...plan.matchAll(/(?:using|Bitmap Index Scan on) (\w+)/g)].map(([, index = '']) => index);
    expect(indexes).not.toEqual([]);
    expect(indexes.filter((index) => !/_pkey$|_by_operation$/.test(index))).toEqual([]);
  });
});
