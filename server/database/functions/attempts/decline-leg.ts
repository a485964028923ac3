/**
 * The provider that was asked for a leg declined it; the next one, where there is one, is asked for it. False when
 * the leg was decided meanwhile, or is in other hands.
 */
export const declineLeg = /* sql */ `
create or replace function decline_leg(
  p_shop uuid, p_operation uuid, p_attempt uuid, p_claim integer, p_reason text, p_next uuid, p_provider text
) returns boolean language plpgsql as $$
declare
  moment constant timestamptz := now();
  declined attempts;
  asked_currency text;
  is_open boolean;
begin
  select currency into asked_currency from operations
  where shop_id = p_shop and operation_id = p_operation and status = 'pending' for update;
  is_open := found;
  update attempts set state = 'declined', decline_reason = p_reason, check_at = null, updated_at = moment,
    is_fact_pending = (p_next is null)
  where shop_id = p_shop and attempt_id = p_attempt and claim = p_claim and state in ('sending', 'unknown')
  returning * into declined;
  if not found then return false; end if;
  if is_open and p_next is not null then
    insert into attempts
      (shop_id, attempt_id, operation_id, provider_id, position, type, leg, amount, currency, state, check_at)
    values (p_shop, p_next, p_operation, p_provider, declined.position + 1, 'payout', declined.leg, declined.amount,
      asked_currency, 'queued', moment);
  end if;
  return true;
end $$
`;
