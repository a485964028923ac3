/**
 * A provider accepted: holds only while the create is still undecided (null: it was not any more). Answers whether
 * facts came before and wait for their effect.
 */
export const acceptPayment = /* sql */ `
create or replace function accept_payment(
  p_shop uuid, p_operation uuid, p_attempt uuid, p_status text, p_number bytea, p_number_digest bytea,
  p_holder_name text, p_bankname text, p_bankname_details text, p_lifetime_seconds integer, p_event uuid
) returns boolean language plpgsql as $$
declare
  moment constant timestamptz := now();
  accepted operations;
  is_pending boolean;
begin
  update operations set
    status = p_status, attempt_id = p_attempt, number_encrypted = p_number, number_digest = p_number_digest,
    holder_name = p_holder_name, bankname = p_bankname, bankname_details = p_bankname_details, leased_until = null,
    is_confirmation_required = (p_status = 'awaiting_confirmation'),
    event_sequence = case when p_status = 'awaiting_confirmation' then 1 else 0 end,
    expires_at = moment + make_interval(secs => p_lifetime_seconds), updated_at = moment
  where shop_id = p_shop and operation_id = p_operation and status = 'creating'
  returning * into accepted;
  if not found then return null; end if;
  if p_status = 'awaiting_confirmation' then
    perform outbox_record(p_event, accepted, 'operation.awaiting_confirmation');
  end if;
  -- Strict: an attempt that was taken for unknown is on its way to be voided, so the whole step fails.
  update attempts set state = 'accepted', updated_at = moment
  where shop_id = p_shop and attempt_id = p_attempt and state = 'sending'
  returning is_fact_pending into strict is_pending;
  return is_pending;
end $$
`;
