import type { Transaction } from '#platform/database';
import { OperatorError } from '#platform/errors';

/** The migrations that there were before tables and functions were separated, in their order. */
export const earlierSteps: readonly string[] = [
  '0001_create_shops',
  '0002_create_pricing',
  '0003_create_operations',
  '0004_create_ledger',
  '0005_create_outbox',
  '0006_create_payment_steps',
  '0007_create_worker_heartbeats',
  '0008_create_sandbox_orders',
  '0009_create_webhooks',
  '0010_choose_rate_source',
  '0011_protect_personal_data',
  '0012_create_payouts',
  '0013_create_payout_steps',
  '0014_settle_suspense',
  '0015_cancel_payments',
  '0016_group_settlements',
  '0017_review_receipts',
  '0018_store_receipts',
  '0019_open_hosted_pages',
  '0020_await_evidence',
  '0021_keep_reviewed_payments',
  '0022_keep_key_canaries',
  '0023_keep_cancel_reasons',
  '0027_tell_when_operations_change',
  '0028_tell_of_money_on_its_way',
  '0029_list_operations',
  '0030_annotate_operations',
  '0049_seal_cancel_reasons',
  '0050_adjust_operations',
];

/** The steps that make the same tables in their place. */
export const stepsInTheirPlace: readonly string[] = [
  '0001_create_merchants',
  '0002_create_methods',
  '0003_create_payments_and_payouts',
  '0004_create_accounts',
  '0005_create_events_and_deliveries',
  '0006_create_receipts',
  '0007_create_instances',
];

/**
 * Lets a database that has all of the earlier migrations go on with today's: it has their tables already.
 * @throws OperatorError when it has some of them only
 */
export const adoptEarlierSteps = async (tx: Transaction, tableName: string): Promise<void> => {
  const { rows } = await tx.raw<{ rows: unknown[] }>('select from pg_class where oid = to_regclass(?)', [tableName]);
  if (rows.length === 0) return;
  const done = await tx<{ name: string }>(tableName).whereIn('name', earlierSteps).orderBy('name').pluck('name');
  if (done.length === 0) return;
  if (done.length < earlierSteps.length) {
    throw new OperatorError(
      `The database stands at ${done.at(-1)}, and this version goes on from ${earlierSteps.at(-1)}: migrate it with the version before first.`,
    );
  }
  await tx(tableName).whereIn('name', earlierSteps).delete();
  await tx(tableName).insert(stepsInTheirPlace.map((name) => ({ name, batch: 1, migration_time: tx.fn.now() })));
};
