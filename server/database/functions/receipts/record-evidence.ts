/** What could not be had when the operation was completed. False when it is not waited for. */
export const recordEvidence = /* sql */ `
create or replace function record_evidence(
  p_shop uuid, p_attempt uuid, p_receipts uuid[], p_amounts numeric[], p_times timestamptz[], p_documents text[],
  p_synthetic boolean
) returns boolean language plpgsql as $$
declare
  paid attempts;
  shown_by uuid;
begin
  select * into paid from attempts where shop_id = p_shop and attempt_id = p_attempt;
  select receipt_file_id into shown_by from operations
  where shop_id = p_shop and operation_id = paid.operation_id for update;
  update attempts set evidence_due_at = null
  where shop_id = p_shop and attempt_id = p_attempt and evidence_due_at is not null;
  if not found then return false; end if;
  insert into receipts (shop_id, operation_id, receipt_id, attempt_id, amount, completed_at, is_synthetic, document_id,
    file_id)
  select p_shop, paid.operation_id, receipt, p_attempt, amount, completed_at, p_synthetic, document,
    case when not p_synthetic and document is null and cardinality(p_receipts) = 1 then shown_by end
  from unnest(p_receipts, p_amounts, p_times, p_documents) as items (receipt, amount, completed_at, document);
  update operations set is_evidence_pending = exists (
    select from attempts where shop_id = p_shop and attempts.operation_id = paid.operation_id
      and evidence_due_at is not null)
  where shop_id = p_shop and operation_id = paid.operation_id;
  return true;
end $$
`;
