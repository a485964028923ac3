import type { Invariant } from './invariant.ts';

/** What belonged to people has been removed from an ended operation, its receipts too. */
const isShredded = `(o.status in ('completed', 'cancelled') and o.number_encrypted is null)`;

export const receiptInvariants: readonly Invariant[] = [
  {
    name: 'receipts_are_on_record',
    sentence:
      'The file that a payment names is its own and recorded, unless it was shredded; a payment in manual check names one, and one that is expiring none.',
    offenders: `
      select o.shop_id, o.operation_id, o.status, o.receipt_file_id, f.state
      from operations o
        left join receipt_files f on f.shop_id = o.shop_id and f.file_id = o.receipt_file_id
      where o.status = 'manual_check' and o.receipt_file_id is null
        or o.receipt_file_id is not null and (
          o.type <> 'payment' or o.status not in ('awaiting_confirmation', 'manual_check', 'completed', 'cancelled')
          or o.status = 'awaiting_confirmation' and o.is_expiring
          or f.operation_id <> o.operation_id
          or coalesce(f.state, 'removing') <> 'recorded' and not ${isShredded})`,
  },
  {
    name: 'contents_equal_files',
    sentence:
      'A recorded file that lies in the database has its content there, and no content is there without its file.',
    offenders: `
      select shop_id, file_id, f.operation_id, f.state, f.storage
      from receipt_files f
        full join (select shop_id, file_id, true as is_there from receipt_contents) c using (shop_id, file_id)
      where f.state is null or f.storage <> 'postgres' and is_there
        or f.state = 'recorded' and f.storage = 'postgres' and is_there is null`,
  },
  {
    name: 'uploads_end',
    sentence: 'A file that is not recorded has been stored, or tried to be removed, within the last hour.',
    offenders: `
      select shop_id, file_id, operation_id, state, storage, updated_at from receipt_files
      where state <> 'recorded' and updated_at < now() - interval '1 hour'`,
  },
  {
    name: 'digests_are_known',
    sentence:
      'Every recorded file is in the directory of files, and it is known whether another payment brought it first.',
    offenders: `
      select f.shop_id, f.file_id, f.operation_id, d.operation_id as first_operation_id,
        f.findings -> 'isUsedElsewhere' as said
      from receipt_files f left join receipt_digests d on d.digest = f.digest
      where f.state = 'recorded' and f.judge_at is null
        and to_jsonb(d.operation_id <> f.operation_id) is distinct from f.findings -> 'isUsedElsewhere'`,
  },
  {
    name: 'reviews_move_on',
    sentence: 'A receipt is judged, and under review given to its provider now and then, at most five minutes late.',
    offenders: `
      select f.shop_id, f.file_id, f.operation_id, o.status, f.judge_at, f.submit_at, f.submissions
      from receipt_files f left join operations o on o.shop_id = f.shop_id and o.operation_id = f.operation_id
      where f.submit_at < now() - interval '5 minutes'
        or f.judge_at < now() - interval '5 minutes'
        or f.state = 'recorded' and f.submit_at is null and f.judge_at is null and o.status = 'awaiting_confirmation'
          and o.receipt_file_id = f.file_id`,
  },
  {
    name: 'reviews_are_audited',
    sentence:
      'Each decision of an operator about a receipt is in the audit log and in the events, each as often, and an approved payment came to what was approved.',
    offenders: `
      select shop_id, operation_id, rejected, rejections, asked, askings, approvals, wrong_approvals
      from (
        select shop_id, operation_id,
          count(*) filter (where later.data ->> 'cancel_reason' = 'receipt_rejected') as rejected,
          count(*) filter (where later.data ->> 'status' = 'awaiting_confirmation') as asked
        from events earlier join events later using (shop_id, operation_id)
        where earlier.data ->> 'status' = 'manual_check' and later.sequence = earlier.sequence + 1
        group by shop_id, operation_id
      ) decided full join (
        select l.shop_id, l.subject::uuid as operation_id,
          count(*) filter (where action = 'receipt.rejected') as rejections,
          count(*) filter (where action = 'receipt.asked_again') as askings,
          count(*) filter (where action = 'receipt.approved') as approvals,
          count(*) filter (where action = 'receipt.approved' and (o.status, o.actual_amount)
            is distinct from ('completed', (l.after ->> 'actual_amount')::numeric)) as wrong_approvals
        from audit_log l left join operations o on o.shop_id = l.shop_id and o.operation_id = l.subject::uuid
        where action in ('receipt.rejected', 'receipt.asked_again', 'receipt.approved') group by l.shop_id, l.subject
      ) audited using (shop_id, operation_id)
      where coalesce(rejected, 0) <> coalesce(rejections, 0) or coalesce(asked, 0) <> coalesce(askings, 0)
        or approvals > 1 or wrong_approvals > 0`,
  },
];

export const evidenceInvariants: readonly Invariant[] = [
  {
    name: 'evidence_adds_up',
    sentence:
      'The receipts of each attempt sum to what its operation booked of it; where nothing is booked, or its evidence is still awaited, there are none.',
    offenders: `
      select shop_id, operation_id, attempt_id, a.leg, a.booked_amount::text, a.evidence_due_at,
        coalesce(receipts, 0)::text as receipts
      from attempts a full join (
        select shop_id, operation_id, attempt_id, sum(amount) as receipts from receipts
        group by shop_id, operation_id, attempt_id
      ) sums using (shop_id, operation_id, attempt_id)
      where coalesce(receipts, 0) <> case when a.evidence_due_at is null then coalesce(a.booked_amount, 0) else 0 end`,
  },
  {
    name: 'awaited_evidence_is_asked_for',
    sentence:
      'Evidence is pending where a provider will be asked for it, at most five minutes late, of completed operations and booked attempts alone.',
    offenders: `
      select o.shop_id, o.operation_id, o.status, o.is_evidence_pending, awaited, due_at
      from operations o left join (
        select shop_id, operation_id, count(*)::integer as awaited, min(evidence_due_at) as due_at,
          min(booked_amount) as booked
        from attempts where evidence_due_at is not null group by shop_id, operation_id
      ) due using (shop_id, operation_id)
      where o.is_evidence_pending <> (awaited is not null)
        or awaited > 0 and (o.status <> 'completed' or booked <= 0 or due_at < now() - interval '5 minutes')`,
  },
  {
    name: 'receipts_show_their_files',
    sentence:
      'A receipt that shows an uploaded file shows the one that its payment names, and no other receipt shows it.',
    offenders: `
      select r.shop_id, r.operation_id, r.receipt_id, r.file_id, o.receipt_file_id
      from receipts r left join operations o on o.shop_id = r.shop_id and o.operation_id = r.operation_id
      where r.file_id is not null and (r.file_id is distinct from o.receipt_file_id
        or exists (select from receipts other where other.shop_id = r.shop_id and other.file_id = r.file_id
          and other.operation_id = r.operation_id and other.receipt_id <> r.receipt_id))`,
  },
];
