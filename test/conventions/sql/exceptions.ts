import type { Refusal } from './dialect.ts';

/** Found by a key that says nothing of a shop, which they answer: each is read and written by a statement of its own. */
export const directories: readonly string[] = ['api_key_directory', 'hosted_pages', 'receipt_digests'];

/** What locks or writes rows of tenants without naming one shop, and why it does so still. */
export const unnamedShops: Readonly<Record<string, string>> = {
  create_payouts: 'a batch of creates, of several shops',
  settle_payments: 'a batch of settlements, of several shops',
  note_legs_accepted: 'a batch of legs, of several shops',
  record_payment_intents: 'a batch of creates, of several shops',
  sandbox_place_orders: 'a batch of orders, of several shops',
  replace_sealed_numbers: 'a stretch of the walk along all operations',
  replace_sealed_annotations: 'a stretch of the walk along all operations',
  receipt_content_replace_keys: 'a stretch of the walk along all files',
  fill_tombstone: 'its shop is in the record that it is given',
  shred_next: 'its files have the shop of their operation',
};

type Exceptions = { readonly reason: string; readonly names: Readonly<Record<string, readonly Refusal[]>> };

/** What a Postgres that is distributed by shop would refuse, and why it is there still. */
export const refusedByDialect: Readonly<Record<string, Exceptions>> = {
  times: {
    reason: 'Steps that take the time where they set it',
    names: {
      record_payment_intents: ['time in an update'],
      give_up_attempt: ['time in an update'],
      claim_expired_create: ['time in an update'],
      claim_unknown_attempts_of: ['time in an update'],
      note_leg_unknown: ['time in an update'],
      postpone_leg: ['time in an update'],
      note_leg_sending: ['time in an update'],
      requeue_leg: ['time in an update'],
      give_up_receipt_file: ['time in an update'],
      await_receipt_verdict: ['time in an update'],
      webhook_lease: ['time in an update'],
      webhook_endpoint_disable: ['time in an update'],
      webhook_secret_rotate: ['time in an update'],
      sandbox_place_orders: ['case of a value', 'time in an update'],
      sandbox_review_receipt: ['time in an update'],
      'accept_payment()': ['time in an update'],
      'settle_payment()': ['time in an update'],
      'ask_for_receipt_again()': ['time in an update'],
      'end_by_merchant()': ['case of a value', 'time in an update'],
      'cancel_payment()': ['time in an update'],
      'decline_leg()': ['time in an update'],
      'doubt_payment()': ['time in an update'],
      'end_payment()': ['time in an update'],
      'give_up_payment()': ['time in an update'],
      'note_legs_accepted()': ['time in an update'],
      'note_open_total()': ['time in an update'],
      'post_surplus()': ['time in an update'],
      'record_pending_report()': ['time in an update'],
      'record_receipt()': ['time in an update'],
      'reject_payment()': ['time in an update'],
      'reject_receipt()': ['time in an update'],
      'settle_suspense()': ['time in an update'],
      'shred_operations()': ['time in an update'],
      'void_attempt()': ['case of a value', 'time in an update'],
    },
  },
  batches: {
    reason: 'Batches of several shops, one round trip for all of them',
    names: {
      find_foreign_operations: ['several shops in one list'],
      find_states_by_id: ['several shops in one list'],
      find_states_by_identifier: ['several shops in one list'],
      replace_sealed_numbers: ['several shops in one list'],
      replace_sealed_annotations: ['several shops in one list'],
      find_attempts: ['several shops in one list'],
      find_decided_creates: ['several shops in one list'],
      receipt_content_replace_keys: ['several shops in one list'],
      'fill_tombstone()': ['record from JSON', 'several shops in one list', 'time in an update'],
    },
  },
  rows: {
    reason: 'Figures of a row that are worked out in one place',
    names: {
      find_idempotency_key_holder: ['function of a whole row'],
      list_operation_of_identifier: ['function of a whole row'],
      find_create_decision: ['function of a whole row'],
      list_suspense: ['function of a whole row'],
      find_suspense: ['function of a whole row'],
      'shred_leftovers()': ['function of a whole row'],
      'shred_next()': ['function of a whole row'],
    },
  },
  directories: {
    reason: 'A directory and what it leads to, in one round trip',
    names: {
      find_keys_by_digest: ['directory beside other tables'],
      find_scope_of_hosted_page: ['directory beside other tables'],
      find_hosted_page: ['directory beside other tables', 'several shops in one list'],
      find_first_use_of_receipt: ['directory beside other tables'],
    },
  },
  planned: {
    reason: 'Planned with the statement that reads them, which a call of PL/pgSQL would not be',
    names: {
      'adjustments_of()': ['plain SQL function'],
      'outbox_record()': ['plain SQL function'],
      'end_attempt()': ['plain SQL function', 'time in an update'],
      'suspense_credited()': ['case of a value', 'plain SQL function'],
    },
  },
};
