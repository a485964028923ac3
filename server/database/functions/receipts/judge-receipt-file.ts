/**
 * It is known whether a recorded file was used before: its provider reviews it, or an operator where there is a doubt.
 * False where the file has been judged already, or is being removed.
 */
export const judgeReceiptFile = /* sql */ `
create or replace function judge_receipt_file(
  p_shop uuid, p_operation uuid, p_file uuid, p_is_used_elsewhere boolean, p_doubt text, p_event uuid
) returns boolean language plpgsql as $$
declare
  moment constant timestamptz := now();
  payment operations;
  is_reviewed boolean;
begin
  select * into payment from operations where shop_id = p_shop and operation_id = p_operation for update;
  -- Money may have been reported meanwhile.
  is_reviewed := payment.status = 'awaiting_confirmation' and payment.receipt_file_id = p_file;
  update receipt_files set judge_at = null, submit_at = case when is_reviewed and p_doubt is null then moment end,
    findings = findings || jsonb_build_object('isUsedElsewhere', p_is_used_elsewhere), updated_at = moment
  where shop_id = p_shop and file_id = p_file and judge_at is not null;
  if not found then return false; end if;
  if is_reviewed and p_doubt is not null then
    perform doubt_payment(p_shop, p_operation, p_doubt, p_event);
  end if;
  return true;
end $$
`;
