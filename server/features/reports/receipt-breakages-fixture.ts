import type { Breakage } from './breakages-fixture.ts';

const underReview = `select receipt_file_id from operations where shop_id = :shop and status = 'awaiting_confirmation'`;
const isApproved = `status = 'completed' and is_evidence_pending = false and number_encrypted is not null`;

/** What breaks each invariant about receipts; `:shop` has receipts in every state. */
export const receiptBreakages: readonly Breakage[] = [
  [
    'receipts_are_on_record',
    'a payment in manual check names no file',
    `update operations set receipt_file_id = null where shop_id = :shop and status = 'manual_check'`,
  ],
  [
    'receipts_are_on_record',
    'the file of a completed payment is gone',
    `delete from receipt_files where shop_id = :shop and file_id in (
       select receipt_file_id from operations where shop_id = :shop and ${isApproved})`,
  ],
  [
    'receipts_are_on_record',
    'a payment names the file of another one',
    `update operations set receipt_file_id = (
       select receipt_file_id from operations where shop_id = :shop and cancel_reason = 'receipt_rejected')
     where shop_id = :shop and status = 'manual_check'`,
  ],
  [
    'receipts_are_on_record',
    'a file under review is being removed',
    `update receipt_files set state = 'removing', submit_at = null where shop_id = :shop and file_id in (${underReview})`,
  ],
  [
    'receipts_are_on_record',
    'a payment expires while its receipt is under review',
    `update operations set is_expiring = true
     where shop_id = :shop and status = 'awaiting_confirmation' and receipt_file_id is not null`,
  ],
  [
    'receipts_are_on_record',
    'a payment that needs no receipt names one',
    `update operations set status = 'pending'
     where shop_id = :shop and status = 'awaiting_confirmation' and receipt_file_id is not null`,
  ],
  ['contents_equal_files', 'contents are gone', `delete from receipt_contents where shop_id = :shop`],
  [
    'contents_equal_files',
    'a content has no file',
    `delete from receipt_files where shop_id = :shop and file_id in (${underReview})`,
  ],
  [
    'contents_equal_files',
    'a file that lies elsewhere has a content',
    `update receipt_files set storage = 's3' where shop_id = :shop and state = 'recorded'`,
  ],
  [
    'uploads_end',
    'an upload was forgotten',
    `update receipt_files set updated_at = now() - interval '61 minutes' where shop_id = :shop and state = 'storing'`,
  ],
  [
    'uploads_end',
    'a file is not removed',
    `update receipt_files set updated_at = now() - interval '61 minutes', state = 'removing'
     where shop_id = :shop and state = 'storing'`,
  ],
  ['digests_are_known', 'the directory does not know a file', `delete from receipt_digests where shop_id = :shop`],
  [
    'digests_are_known',
    'it was not said that another payment brought the file first',
    `update receipt_digests set operation_id = gen_random_uuid() where shop_id = :shop`,
  ],
  [
    'reviews_move_on',
    'a receipt should have been given to its provider long ago',
    `update receipt_files set submit_at = now() - interval '6 minutes' where shop_id = :shop and file_id in (${underReview})`,
  ],
  [
    'reviews_move_on',
    'a receipt should have been judged long ago',
    `update receipt_files set judge_at = now() - interval '6 minutes' where shop_id = :shop and file_id in (${underReview})`,
  ],
  [
    'reviews_move_on',
    'a receipt is not given to its provider',
    `update receipt_files set submit_at = null where shop_id = :shop and file_id in (${underReview})`,
  ],
  [
    'reviews_are_audited',
    'no operator is known to have rejected a receipt',
    `delete from audit_log where shop_id = :shop and action = 'receipt.rejected'`,
  ],
  [
    'reviews_are_audited',
    'no operator is known to have asked again',
    `delete from audit_log where shop_id = :shop and action = 'receipt.asked_again'`,
  ],
  [
    'reviews_are_audited',
    'an operator asked again, and the merchant was not told',
    `update events set data = data || '{"status": "pending"}'
     where shop_id = :shop and sequence = 3 and data ->> 'status' = 'awaiting_confirmation'`,
  ],
  [
    'reviews_are_audited',
    'a receipt was approved twice',
    `insert into audit_log (entry_id, shop_id, actor, action, subject, after)
     select gen_random_uuid(), shop_id, actor, action, subject, after from audit_log
     where shop_id = :shop and action = 'receipt.approved'`,
  ],
  [
    'reviews_are_audited',
    'a payment came to something else than was approved',
    `update operations set actual_amount = 99 where shop_id = :shop and ${isApproved}`,
  ],
  [
    'reviews_are_audited',
    'an approved payment is open',
    `update operations set status = 'manual_check' where shop_id = :shop and ${isApproved}`,
  ],
  [
    'evidence_adds_up',
    'a receipt came although the evidence is awaited',
    `insert into receipts (shop_id, operation_id, receipt_id, attempt_id, amount, completed_at, is_synthetic)
     select shop_id, operation_id, gen_random_uuid(), attempt_id, booked_amount, now(), false from attempts
     where shop_id = :shop and evidence_due_at is not null`,
  ],
  ['evidence_adds_up', 'a receipt is gone', `delete from receipts where shop_id = :shop and file_id is not null`],
  [
    'awaited_evidence_is_asked_for',
    'it is not asked for',
    `update attempts set evidence_due_at = null where shop_id = :shop`,
  ],
  [
    'awaited_evidence_is_asked_for',
    'it has not been asked for in long',
    `update attempts set evidence_due_at = now() - interval '6 minutes' where shop_id = :shop and evidence_due_at is not null`,
  ],
  [
    'awaited_evidence_is_asked_for',
    'an operation does not say that it is pending',
    `update operations set is_evidence_pending = false where shop_id = :shop`,
  ],
  [
    'awaited_evidence_is_asked_for',
    'an operation that is not completed waits for it',
    `update operations set status = 'pending' where shop_id = :shop and is_evidence_pending`,
  ],
  [
    'awaited_evidence_is_asked_for',
    'nothing was booked',
    `update attempts set booked_amount = 0 where shop_id = :shop and evidence_due_at is not null`,
  ],
  [
    'receipts_show_their_files',
    'a receipt shows another file',
    `update receipts set file_id = gen_random_uuid() where shop_id = :shop and file_id is not null`,
  ],
  [
    'receipts_show_their_files',
    'two receipts show one file',
    `insert into receipts (shop_id, operation_id, receipt_id, attempt_id, amount, completed_at, is_synthetic, file_id)
     select shop_id, operation_id, gen_random_uuid(), attempt_id, 1, now(), false, file_id from receipts
     where shop_id = :shop and file_id is not null`,
  ],
  [
    'live_orders_equal_attempts',
    'the order of a payment stands although its receipt was rejected',
    `update sandbox_orders o set state = 'accepted' from attempts a join operations p using (shop_id, operation_id)
     where o.shop_id = :shop and a.shop_id = :shop and a.attempt_id = o.attempt_id and p.cancel_reason = 'receipt_rejected'`,
  ],
];
