export type Breakage = readonly [invariant: string, how: string, sql: string];

/** What breaks each invariant; `:shop` is a shop that is otherwise healthy. */
export const breakages: readonly Breakage[] = [
  [
    'postings_balance',
    'a posting was changed',
    `update ledger_postings set amount = amount + 0.01 where shop_id = :shop and account = 'commission'`,
  ],
  ['postings_have_transactions', 'postings are gone', `delete from ledger_postings where shop_id = :shop`],
  ['postings_have_transactions', 'a transaction is gone', `delete from ledger_transactions where shop_id = :shop`],
  [
    'balances_equal_postings',
    'a balance was changed',
    `update ledger_accounts set balance = balance + 1 where shop_id = :shop`,
  ],
  ['balances_equal_postings', 'a balance is missing', `delete from ledger_accounts where shop_id = :shop`],
  ['balances_not_negative', 'a balance is below zero', `update ledger_accounts set balance = -1 where shop_id = :shop`],
  [
    'suspense_equals_attempts',
    'an attempt claims more than was posted',
    `update attempts set suspense_amount = 11 where shop_id = :shop and suspense_amount = 10`,
  ],
  [
    'suspense_equals_attempts',
    'an attempt claims that more was settled',
    `update attempts set suspense_settled = 6 where shop_id = :shop and suspense_settled = 5`,
  ],
  [
    'suspense_moves_by_kind',
    'suspense was settled against another account',
    `update ledger_postings set account = 'funding' where shop_id = :shop and account = 'write_off'`,
  ],
  [
    'suspense_moves_by_kind',
    'suspense moved for another reason',
    `update ledger_transactions set kind = 'deposit' where shop_id = :shop and kind = 'surplus'`,
  ],
  [
    'credits_add_up',
    'a shop was credited more than the money is worth',
    `update ledger_postings set amount = amount + 0.000001 where shop_id = :shop and account = 'commission'
       and transaction_id in (select transaction_id from ledger_transactions where kind = 'suspense_credited')`,
  ],
  [
    'reserves_equal_payouts',
    'a payout holds less than is reserved',
    `update operations set settlement_amount = 1 where shop_id = :shop and type = 'payout' and status = 'pending'`,
  ],
  [
    'one_reserve_per_payout',
    'a cancelled payout was not released',
    `delete from ledger_transactions where shop_id = :shop and kind = 'payout_released'`,
  ],
  [
    'one_reserve_per_payout',
    'a payment was reserved',
    `update ledger_transactions set kind = 'payout_reserved' where shop_id = :shop and kind = 'payment_settled'`,
  ],
  [
    'one_reserve_per_payout',
    'a payout that ended holds something',
    `update ledger_postings set amount = amount + 0.000001 where shop_id = :shop and account = 'reserved'
       and transaction_id in (select transaction_id from ledger_transactions where kind = 'payout_settled')`,
  ],
  ['legs_are_whole', 'a leg is missing', `delete from attempts where shop_id = :shop and leg = 2`],
  ['legs_are_whole', 'a leg is of another amount', `update attempts set amount = 41 where shop_id = :shop and leg = 2`],
  [
    'legs_are_whole',
    'a leg went out a second time with another amount',
    `update attempts set amount = 61 where shop_id = :shop and position = 2`,
  ],
  [
    'one_attempt_per_leg',
    'the one before is in doubt',
    `update attempts set state = 'unknown' where shop_id = :shop and type = 'payout' and state = 'declined'`,
  ],
  [
    'one_attempt_per_leg',
    'two providers are booked',
    `update attempts set booked_amount = 60 where shop_id = :shop and type = 'payout' and state = 'declined'`,
  ],
  [
    'one_attempt_per_leg',
    'more is booked than the leg was to send',
    `update attempts set booked_amount = 41 where shop_id = :shop and leg = 2`,
  ],
  [
    'decided_payouts_end',
    'a decided one is not ended',
    `update attempts set check_at = null, updated_at = now() - interval '2 minutes' where shop_id = :shop`,
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
    `insert into attempts (shop_id, attempt_id, operation_id, provider_id, position, amount, state)
     select shop_id, gen_random_uuid(), operation_id, 'sandbox-1', 2, 100, 'accepted' from operations
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
    'attempts_in_currency',
    'an attempt is in another currency',
    `update attempts set currency = 'USDT' where shop_id = :shop and state = 'declined'`,
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
    'live_orders_equal_attempts',
    'a payment has the order of a payout',
    `update sandbox_orders set type = 'payout' where shop_id = :shop and type = 'payment'`,
  ],
  [
    'live_orders_equal_attempts',
    'the order of a booked leg failed',
    `update sandbox_orders set state = 'failed' where shop_id = :shop and type = 'payout' and state = 'paid'`,
  ],
  [
    'live_orders_equal_attempts',
    'the order of a failed leg was paid',
    `update attempts set reported_state = 'failed' where shop_id = :shop and reported_state = 'paid'`,
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
    'paid_is_accounted_for',
    'money came back and is booked all the same',
    `update attempts set returned_amount = 1 where shop_id = :shop and booked_amount = 60`,
  ],
  [
    'paid_is_accounted_for',
    'a declined leg was paid while its payout is under way',
    `update attempts set state = 'declined', paid_amount = 1 where shop_id = :shop and check_at is not null`,
  ],
  ['evidence_adds_up', 'a receipt is of another amount', `update receipts set amount = 99 where shop_id = :shop`],
  [
    'evidence_adds_up',
    'the receipt of one leg is with the other',
    `update receipts set attempt_id = (select attempt_id from attempts where shop_id = :shop and booked_amount = 60)
     where shop_id = :shop and amount = 40`,
  ],
  [
    'statuses_are_legal',
    'an ended operation has no end',
    `update operations set finished_at = null where shop_id = :shop and status = 'completed'`,
  ],
  [
    'live_orders_equal_attempts',
    'the order of a cancelled payment stands',
    `update sandbox_orders o set state = 'accepted' from attempts a join operations p using (shop_id, operation_id)
     where o.shop_id = :shop and a.shop_id = :shop and a.attempt_id = o.attempt_id and a.state = 'accepted'
       and p.cancel_reason = 'merchant'`,
  ],
  [
    'one_accepted_attempt',
    'a cancellation that waits for its create stands on an attempt',
    `update operations set attempt_id = gen_random_uuid() where shop_id = :shop and status = 'tombstone'`,
  ],
  [
    'tombstones_are_empty',
    'one has an attempt of its own',
    `insert into attempts (shop_id, attempt_id, operation_id, provider_id, position, amount, state)
     select shop_id, gen_random_uuid(), operation_id, 'sandbox-1', 1, 100, 'declined' from operations
     where shop_id = :shop and status = 'tombstone'`,
  ],
  [
    'tombstones_are_empty',
    'an event was sent',
    `insert into events (shop_id, event_id, operation_id, api, sequence, type, data)
     select shop_id, gen_random_uuid(), operation_id, 'v1', 1, 'operation.cancelled', '{}' from operations
     where shop_id = :shop and status = 'tombstone'`,
  ],
  [
    'tombstones_are_empty',
    'money moved',
    `insert into ledger_transactions (shop_id, transaction_id, kind, operation_id)
     select shop_id, gen_random_uuid(), 'surplus', operation_id from operations
     where shop_id = :shop and status = 'tombstone'`,
  ],
  [
    'tombstones_are_empty',
    'it is a payout',
    `update operations set type = 'payout' where shop_id = :shop and status = 'tombstone'`,
  ],
  [
    'no_details_before_acceptance',
    'details were issued to an open create after its cancellation',
    `update operations set number_encrypted = '\\x00'
     where shop_id = :shop and cancel_reason = 'merchant' and attempt_id is null`,
  ],
  [
    'operations_are_counted',
    'a stretch has one too many',
    `insert into operation_counts (shop_id, api, begins_at, ends_at, visible)
     select shop_id, api, to_timestamp(0), now() + interval '1 minute',
       1 + count(*) filter (where status in ('pending', 'awaiting_confirmation', 'manual_check', 'completed', 'cancelled'))
     from operations where shop_id = :shop group by shop_id, api`,
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
    'another event follows it',
    `update operations set event_sequence = event_sequence + 1 where shop_id = :shop and status = 'completed';
     insert into events (shop_id, event_id, operation_id, api, sequence, type, data, dispatched_at)
     select shop_id, gen_random_uuid(), operation_id, 'v1', event_sequence, 'operation.manual_check', '{}', now() from operations
     where shop_id = :shop and status = 'completed'`,
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
    'a delivery is overdue and not sent',
    `update webhook_deliveries set status = 'pending', finished_at = null, next_attempt_at = now() - interval '2 minutes'
     where shop_id = :shop`,
  ],
  [
    'deliveries_move_on',
    'a delivery died without a reason',
    `update webhook_deliveries set last_error = null where shop_id = :shop`,
  ],
  [
    'clearing_equals_attempts',
    'an attempt says that money went back',
    `update attempts set suspense_returned = 1 where shop_id = :shop and suspense_amount = 10`,
  ],
  [
    'clearing_equals_attempts',
    'a clearing account moved for another reason',
    `update ledger_transactions set kind = 'deposit' where shop_id = :shop and kind = 'reconciled'`,
  ],
  [
    'lines_are_posted',
    'a line was matched and its transaction is gone',
    `delete from ledger_transactions where shop_id = :shop and kind = 'reconciled'`,
  ],
  [
    'lines_are_posted',
    'a fee was changed',
    `update settlement_matches set fee = fee + 1 where shop_id = :shop and outcome = 'matched'`,
  ],
  [
    'lines_clear_once',
    'an open line clears something',
    `update settlement_matches set cleared_amount = 50 where shop_id = :shop and outcome = 'duplicate'`,
  ],
  [
    'lines_clear_once',
    'a line is matched and not posted',
    `update settlement_matches set transaction_id = null, cleared_amount = 0 where shop_id = :shop and line = 1`,
  ],
  [
    'lines_clear_once',
    'an attempt is cleared twice',
    `update settlement_matches set outcome = 'matched', cleared_amount = amount, transaction_id = gen_random_uuid()
     where shop_id = :shop and outcome = 'duplicate'`,
  ],
  [
    'lines_are_decided',
    'a line is nowhere any more',
    `delete from settlement_matches where shop_id = :shop and outcome = 'duplicate'`,
  ],
  [
    'lines_are_decided',
    'a line that names no attempt is lost',
    `delete from settlement_strays where file_id in (select file_id from settlement_matches where shop_id = :shop)`,
  ],
  [
    'lines_are_decided',
    'the shop has another amount than the file',
    `update settlement_matches set amount = amount + 1 where shop_id = :shop and line = 1`,
  ],
];
