/** The provider holds no order for the attempt any more: the last one frees the identifier of a refused create. */
export const voidAttempt = /* sql */ `
create or replace function void_attempt(p_shop uuid, p_operation uuid, p_attempt uuid) returns void
language plpgsql as $$
declare
  moment constant timestamptz := now();
begin
  -- Two attempts of one create may be voided at once; the lock lets the later one see the earlier.
  perform from operations where shop_id = p_shop and operation_id = p_operation for update;
  update attempts set state = case when state = 'unknown' then 'voided' else state end, check_at = null,
    updated_at = moment
  where shop_id = p_shop and attempt_id = p_attempt and state in ('unknown', 'accepted');
  update operations set status = 'rejected', updated_at = moment
  where shop_id = p_shop and operation_id = p_operation and status = 'rejecting' and not exists (
    select from attempts where shop_id = p_shop and attempts.operation_id = p_operation
      and state in ('sending', 'unknown'));
end $$
`;
