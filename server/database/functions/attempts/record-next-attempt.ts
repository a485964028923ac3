/** How the last attempt ended, and that the next one begins. False when the create was decided meanwhile. */
export const recordNextAttempt = /* sql */ `
create or replace function record_next_attempt(
  p_shop uuid, p_operation uuid, p_ended uuid, p_state text, p_reason text, p_next uuid, p_provider text,
  p_position integer
) returns boolean language plpgsql as $$
declare
  asked numeric;
  asked_currency text;
begin
  select expected_amount, currency into asked, asked_currency from operations
  where shop_id = p_shop and operation_id = p_operation and status = 'creating' for update;
  perform end_attempt(p_shop, p_ended, p_state, p_reason);
  if asked is not null then
    insert into attempts (shop_id, attempt_id, operation_id, provider_id, position, amount, currency)
    values (p_shop, p_next, p_operation, p_provider, p_position, asked, asked_currency);
  end if;
  return asked is not null;
end $$
`;
