import type { Knex } from 'knex';
import * as createShops from './0001_create_shops.ts';
import * as createPricing from './0002_create_pricing.ts';
import * as createOperations from './0003_create_operations.ts';
import * as createLedger from './0004_create_ledger.ts';
import * as createOutbox from './0005_create_outbox.ts';
import * as createPaymentSteps from './0006_create_payment_steps.ts';
import * as createWorkerHeartbeats from './0007_create_worker_heartbeats.ts';
import * as createSandboxOrders from './0008_create_sandbox_orders.ts';
import * as createWebhooks from './0009_create_webhooks.ts';
import * as chooseRateSource from './0010_choose_rate_source.ts';
import * as protectPersonalData from './0011_protect_personal_data.ts';
import * as createPayouts from './0012_create_payouts.ts';
import * as createPayoutSteps from './0013_create_payout_steps.ts';
import * as settleSuspense from './0014_settle_suspense.ts';
import * as cancelPayments from './0015_cancel_payments.ts';
import * as groupSettlements from './0016_group_settlements.ts';
import * as reviewReceipts from './0017_review_receipts.ts';
import * as storeReceipts from './0018_store_receipts.ts';
import * as openHostedPages from './0019_open_hosted_pages.ts';
import * as awaitEvidence from './0020_await_evidence.ts';
import * as keepReviewedPayments from './0021_keep_reviewed_payments.ts';
import * as keepKeyCanaries from './0022_keep_key_canaries.ts';
import * as keepCancelReasons from './0023_keep_cancel_reasons.ts';
import * as tellWhenOperationsChange from './0027_tell_when_operations_change.ts';
import * as tellOfMoneyOnItsWay from './0028_tell_of_money_on_its_way.ts';
import * as listOperations from './0029_list_operations.ts';
import * as annotateOperations from './0030_annotate_operations.ts';
import * as sealCancelReasons from './0049_seal_cancel_reasons.ts';
import * as adjustOperations from './0050_adjust_operations.ts';

type Step = { readonly up: (database: Knex) => Promise<unknown> };

const steps: Readonly<Record<string, Step>> = {
  '0001_create_shops': createShops,
  '0002_create_pricing': createPricing,
  '0003_create_operations': createOperations,
  '0004_create_ledger': createLedger,
  '0005_create_outbox': createOutbox,
  '0006_create_payment_steps': createPaymentSteps,
  '0007_create_worker_heartbeats': createWorkerHeartbeats,
  '0008_create_sandbox_orders': createSandboxOrders,
  '0009_create_webhooks': createWebhooks,
  '0010_choose_rate_source': chooseRateSource,
  '0011_protect_personal_data': protectPersonalData,
  '0012_create_payouts': createPayouts,
  '0013_create_payout_steps': createPayoutSteps,
  '0014_settle_suspense': settleSuspense,
  '0015_cancel_payments': cancelPayments,
  '0016_group_settlements': groupSettlements,
  '0017_review_receipts': reviewReceipts,
  '0018_store_receipts': storeReceipts,
  '0019_open_hosted_pages': openHostedPages,
  '0020_await_evidence': awaitEvidence,
  '0021_keep_reviewed_payments': keepReviewedPayments,
  '0022_keep_key_canaries': keepKeyCanaries,
  '0023_keep_cancel_reasons': keepCancelReasons,
  '0027_tell_when_operations_change': tellWhenOperationsChange,
  '0028_tell_of_money_on_its_way': tellOfMoneyOnItsWay,
  '0029_list_operations': listOperations,
  '0030_annotate_operations': annotateOperations,
  '0049_seal_cancel_reasons': sealCancelReasons,
  '0050_adjust_operations': adjustOperations,
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
