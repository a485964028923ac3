import type { Knex } from 'knex';
import * as createMerchants from './0001_create_merchants.ts';
import * as createMethods from './0002_create_methods.ts';
import * as createPaymentsAndPayouts from './0003_create_payments_and_payouts.ts';
import * as createAccounts from './0004_create_accounts.ts';
import * as createEventsAndDeliveries from './0005_create_events_and_deliveries.ts';
import * as createReceipts from './0006_create_receipts.ts';
import * as createInstances from './0007_create_instances.ts';
import * as keepSqlFunctions from './0008_keep_sql_functions.ts';
import * as giveAttemptsACurrency from './0009_give_attempts_a_currency.ts';
import * as findDueDeliveries from './0010_find_due_deliveries.ts';
import * as listBanks from './0011_list_banks.ts';
import * as keepTheVersionOfFunctions from './0012_keep_the_version_of_functions.ts';
import * as giveDeliveriesUrls from './0013_give_deliveries_urls.ts';
import * as keyAuditEntriesByShop from './0014_key_audit_entries_by_shop.ts';
import * as carryHostToHostCreates from './0015_carry_host_to_host_creates.ts';
import * as createClients from './0016_create_clients.ts';
import * as countOperations from './0017_count_operations.ts';
import * as letOperatorsKeepBanks from './0018_let_operators_keep_banks.ts';
import * as judgeReceipts from './0019_judge_receipts.ts';
import * as mendBankAliases from './0020_mend_bank_aliases.ts';
import * as connectProvidersOverHttp from './0021_connect_providers_over_http.ts';
import * as reconcileSettlements from './0022_reconcile_settlements.ts';
import * as planMaintenance from './0023_plan_maintenance.ts';

type Step = { readonly up: (database: Knex) => Promise<unknown> };

const steps: Readonly<Record<string, Step>> = {
  '0001_create_merchants': createMerchants,
  '0002_create_methods': createMethods,
  '0003_create_payments_and_payouts': createPaymentsAndPayouts,
  '0004_create_accounts': createAccounts,
  '0005_create_events_and_deliveries': createEventsAndDeliveries,
  '0006_create_receipts': createReceipts,
  '0007_create_instances': createInstances,
  '0008_keep_sql_functions': keepSqlFunctions,
  '0009_give_attempts_a_currency': giveAttemptsACurrency,
  '0010_find_due_deliveries': findDueDeliveries,
  '0011_list_banks': listBanks,
  '0012_keep_the_version_of_functions': keepTheVersionOfFunctions,
  '0013_give_deliveries_urls': giveDeliveriesUrls,
  '0014_key_audit_entries_by_shop': keyAuditEntriesByShop,
  '0015_carry_host_to_host_creates': carryHostToHostCreates,
  '0016_create_clients': createClients,
  '0017_count_operations': countOperations,
  '0018_let_operators_keep_banks': letOperatorsKeepBanks,
  '0019_judge_receipts': judgeReceipts,
  '0020_mend_bank_aliases': mendBankAliases,
  '0021_connect_providers_over_http': connectProvidersOverHttp,
  '0022_reconcile_settlements': reconcileSettlements,
  '0023_plan_maintenance': planMaintenance,
};

/** Migrations only go forward: going back is restoring a backup, not dropping tables that hold money. */
export const migrationSource: Knex.MigrationSource<string> = {
  getMigrations: () => Promise.resolve(Object.keys(steps)),
  getMigrationName: (name) => name,
  getMigration: (name) => {
    const step = steps[name];
    if (step === undefined) throw new Error(`There is no migration ${name}.`);
    const up = async (database: Knex): Promise<unknown> => {
      // Within the step's own transaction: a large table takes as long as it takes.
      await database.raw('set local statement_timeout = 0');
      return step.up(database);
    };
    return Promise.resolve({ up, down: () => Promise.reject(new Error('Migrations only go forward.')) });
  },
};
