import type { Refusal } from './dialect.ts';

/** Found by a key that says nothing of a shop, which they answer: each is read and written by a statement of its own. */
export const directories: readonly string[] = [
  'api_key_directory',
  'client_directory',
  'hosted_pages',
  'receipt_digests',
];

/** What locks or writes rows of tenants without naming one shop, and why it does so still. */
export const unnamedShops: Readonly<Record<string, string>> = {
  record_payment_intents_of_shops:
    'the hottest batch, on one Postgres: a call for each shop was 0.18 ms of its CPU a create, this is 0.08; never sent with DATABASE_BATCH_PER_SHOP',
  create_payouts_of_shops: 'likewise: calls for each shop were 0.42 ms a payout, this is 0.18',
};

/** How the twin of a statement is named that has the steps of several shops; it is sent where shops share batches alone. */
export const ofShops = '_of_shops';

type Exceptions = { readonly reason: string; readonly names: Readonly<Record<string, readonly Refusal[]>> };

/** What a Postgres that is distributed by shop would refuse, and why it is there still. */
export const refusedByDialect: Readonly<Record<string, Exceptions>> = {
  together: {
    reason: 'Reads of several shops in one round trip; with DATABASE_BATCH_PER_SHOP the same read of one shop is sent',
    names: {
      find_states_by_id_of_shops: ['several shops in one list'],
      find_states_by_identifier_of_shops: ['several shops in one list'],
      find_attempts_of_shops: ['several shops in one list'],
    },
  },
  everywhere: {
    reason: 'Looks in every other shop, for a line of the log',
    names: { find_foreign_operations: ['several shops in one list'] },
  },
  planned: {
    reason: 'Planned with the statement that reads them, which a call of PL/pgSQL would not be',
    names: {
      'adjustments_of()': ['plain SQL function'],
      'credited_of_suspense()': ['plain SQL function'],
    },
  },
};
