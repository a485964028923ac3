/**
 * The content is stored: the file is under review, and still to be judged. Answers 'recorded', 'same_file' or 'wrong_state'; the
 * content of a file that is not recorded has to go.
 */
export const recordReceiptFile = /* sql */ `
create or replace function record_receipt_file(p_shop uuid, p_operation uuid, p_file uuid, p_findings jsonb)
returns text language plpgsql as $$
declare
  moment constant timestamptz := now();
  payment operations;
  stored receipt_files;
begin
  select * into payment from operations where shop_id = p_shop and operation_id = p_operation for update;
  select * into stored from receipt_files where shop_id = p_shop and file_id = p_file for update;
  if exists (select from receipt_files f
    where f.shop_id = p_shop and f.operation_id = p_operation and f.digest = stored.digest and f.state = 'recorded')
  then
    return 'same_file';
  end if;
  -- A file that waited for too long is being removed.
  if stored.state is distinct from 'storing' or payment.status <> 'awaiting_confirmation'
    or payment.receipt_file_id is not null or payment.is_expiring
  then
    return 'wrong_state';
  end if;
  -- The upload that records it judges it at once. After that time a sweep does.
  update receipt_files set state = 'recorded', findings = p_findings, judge_at = moment + interval '15 seconds',
    updated_at = moment
  where shop_id = p_shop and file_id = p_file;
  update operations set receipt_file_id = p_file, updated_at = moment
  where shop_id = p_shop and operation_id = p_operation;
  return 'recorded';
end $$
`;
