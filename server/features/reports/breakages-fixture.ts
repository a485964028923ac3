/** What breaks each invariant; `:shop` is a shop that is otherwise healthy. */
export const breakages: readonly (readonly [invariant: string, how: string, sql: string])[] = [
  [
    'postings_balance',
    'a posting was changed',
    `update ledger_postings set amount = amount + 0.01 where shop_id = :shop and account = 'commission'`,
  ],
  ['postings_have_transactions', 'postings are gone', `delete from ledger_postings where shop_id = :shop`],
  [
    'postings_have_transactions',
    'a transaction is gone',
    `delete from ledger_transactions where shop_id = :shop`,
  ],
  [
    'balances_equal_postings',
    'a balance was changed',
    `update ledger_accounts set balance = balance + 1 where shop_id = :shop`,
  ],
  ['balances_equal_postings', 'a balance is missing', `delete from ledger_accounts where shop_id = :shop`],
  [
    'balances_not_negative',
    'a balance is below zero',
    `update ledger_accounts set balance = -1 where shop_id = :shop`,
  ],
  [
    'suspense_equals_attempts',
    'an attempt claims more than was posted',
    `update attempts set suspense_amount = 11 where shop_id = :shop and suspense_amount = 10`,
  ],
  [
    'one_settlement',
    'an operation settled twice',
    `insert into ledger_transactions (shop_id, transaction_id, kind, operation_id)
     select shop_id, gen_random_uuid(), kind, operation_id from ledger_transactions
     where shop_id = :shop and kind = 'payment_settled'`,
  ],
  [
    'one_settlement',
    'a settled operation is not completed',
    `update operations set status = 'pending' where shop_id = :shop and status = 'completed'`,
  ],
  [
    'figures_equal_postings',
    'a commission differs from its posting',
    `update operations set commission_amount = 0.04 where shop_id = :shop and status = 'completed'`,
  ],
  [
    'figures_add_up',
    'recorded is not actual times rate',
    `update operations set recorded_amount = 1.26 where shop_id = :shop and status = 'completed'`,
  ],
  [
    'figures_add_up',
    'a cancelled operation shows a figure',
    `update operations set settlement_amount = 1 where shop_id = :shop and status = 'cancelled'`,
  ],
  [
    'one_operation_per_identifier',
    'two operations hold one',
    `update operations set merchant_operation_id = 'open' where shop_id = :shop and status = 'completed'`,
  ],
  [
    'one_accepted_attempt',
    'a second attempt is accepted',
    `insert into attempts (shop_id, attempt_id, operation_id, provider_id, position, state)
     select shop_id, gen_random_uuid(), operation_id, 'sandbox-1', 2, 'accepted' from operations
     where shop_id = :shop and status = 'pending'`,
  ],
  [
    'one_accepted_attempt',
    'the operation names another attempt',
    `update operations set attempt_id = gen_random_uuid() where shop_id = :shop and status = 'pending'`,
  ],
  [
    'one_accepted_attempt',
    'a refused create has an accepted one',
    `update attempts set state = 'accepted' where shop_id = :shop and state = 'declined'`,
  ],
  [
    'attempts_have_operations',
    'an operation is gone',
    `delete from operations where shop_id = :shop and status = 'pending'`,
  ],
  [
    'live_orders_equal_attempts',
    'a refused attempt left a live order',
    `insert into sandbox_orders (shop_id, attempt_id, provider_id, amount, state)
     select shop_id, attempt_id, provider_id, 100, 'accepted' from attempts
     where shop_id = :shop and state = 'declined'`,
  ],
  [
    'live_orders_equal_attempts',
    'an order has no attempt',
    `insert into sandbox_orders (shop_id, attempt_id, provider_id, amount, state)
     values (:shop, gen_random_uuid(), 'sandbox-1', 100, 'accepted')`,
  ],
  [
    'live_orders_equal_attempts',
    'the order of a pending payment was voided',
    `update sandbox_orders set state = 'voided' where shop_id = :shop and state = 'accepted'`,
  ],
  [
    'actual_equals_booked',
    'less is booked than shown',
    `update attempts set booked_amount = 99 where shop_id = :shop and booked_amount = 100`,
  ],
  [
    'paid_is_accounted_for',
    'money is neither booked nor in suspense',
    `update attempts set paid_amount = 111 where shop_id = :shop and paid_amount = 110`,
  ],
  [
    'evidence_adds_up',
    'a receipt is of another amount',
    `update receipts set amount = 99 where shop_id = :shop`,
  ],
  [
    'statuses_are_legal',
    'an ended operation has no end',
    `update operations set finished_at = null where shop_id = :shop and status = 'completed'`,
  ],
  ['event_sequences', 'an event is missing', `delete from events where shop_id = :shop`],
  ['event_sequences', 'a number is left out', `update events set sequence = 2 where shop_id = :shop`],
  [
    'one_terminal_event',
    'the terminal event is of another status',
    `update events set data = '{"status": "cancelled"}', type = 'operation.cancelled'
     where shop_id = :shop and type = 'operation.completed'`,
  ],
  [
    'one_terminal_event',
    'an open operation has one',
    `insert into events (shop_id, event_id, operation_id, api, sequence, type, data)
     select shop_id, gen_random_uuid(), operation_id, 'v1', 1, 'operation.completed', '{}' from operations
     where shop_id = :shop and status = 'pending'`,
  ],
  [
    'events_are_dispatched',
    'an event was forgotten',
    `update events set dispatched_at = null, created_at = now() - interval '2 minutes' where shop_id = :shop`,
  ],
  [
    'deliveries_move_on',
    'a delivery is overdue and nobody sends it',
    `update webhook_deliveries set status = 'pending', finished_at = null, next_attempt_at = now() - interval '2 minutes'
     where shop_id = :shop`,
  ],
  [
    'deliveries_move_on',
    'a delivery died without a reason',
    `update webhook_deliveries set last_error = null where shop_id = :shop`,
  ],
];
