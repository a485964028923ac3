/**
 * The content is stored: the file is under review, or in an operator's hands at once. Answers 'recorded',
 * 'same_file' or 'wrong_state'; the content of a file that is not recorded has to go.
 */
export const recordReceipt = /* sql */ `
create or replace function record_receipt(
  p_shop uuid, p_operation uuid, p_file uuid, p_findings jsonb, p_doubt text, p_is_comparable boolean, p_event uuid
) returns text language plpgsql as $$
declare
  moment constant timestamptz := now();
  payment operations;
  stored receipt_files;
  is_used_elsewhere boolean;
  doubt text;
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
  insert into receipt_digests (digest, shop_id, operation_id) values (stored.digest, p_shop, p_operation)
  on conflict (digest) do nothing;
  select operation_id <> p_operation into strict is_used_elsewhere from receipt_digests where digest = stored.digest;
  doubt := coalesce(p_doubt, case when is_used_elsewhere and p_is_comparable then 'potential_fake' end);
  update receipt_files set state = 'recorded', submit_at = case when doubt is null then moment end,
    findings = p_findings || jsonb_build_object('isUsedElsewhere', is_used_elsewhere), updated_at = moment
  where shop_id = p_shop and file_id = p_file;
  update operations set receipt_file_id = p_file, updated_at = moment
  where shop_id = p_shop and operation_id = p_operation;
  if doubt is not null then
    perform doubt_payment(p_shop, p_operation, doubt, p_event);
  end if;
  return 'recorded';
end $$
`;
