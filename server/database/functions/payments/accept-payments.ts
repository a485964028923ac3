/**
 * Providers accepted payments of one shop: in one commit, in the order of operations. Each holds only while its create is still
 * undecided; null: it was not any more. Answers for each place whether facts came before and wait for their effect, and the
 * times that it wrote. What is told of the acceptance, if anything, is for the caller to say.
 */
export const acceptPayments = /* sql */ `
create or replace function accept_payments(p_shop uuid, p_acceptances jsonb)
returns table (place integer, is_fact_pending boolean, accepted_at timestamptz, expires_at timestamptz)
language plpgsql as $$
#variable_conflict use_column
declare
  moment constant timestamptz := now();
  asked record;
  told text;
  lifetime interval;
  accepted operations;
  is_pending boolean;
begin
  for asked in
    select * from jsonb_to_recordset(p_acceptances) as acceptance (place integer, operation_id uuid, attempt_id uuid,
      status text, number_encrypted bytea, number_digest bytea, holder_name text, bankname text,
      bankname_details text, details_encrypted bytea, payable_amount numeric, lifetime_seconds integer, event_id uuid, event_type text)
    order by acceptance.operation_id, acceptance.place
  loop
    -- The last version names no event: it told of what waits for a receipt alone.
    told := coalesce(asked.event_type,
      case when asked.status = 'awaiting_confirmation' then 'operation.awaiting_confirmation' end);
    lifetime := make_interval(secs => asked.lifetime_seconds);
    is_pending := null;
    update operations set
      status = asked.status, attempt_id = asked.attempt_id, number_encrypted = asked.number_encrypted,
      number_digest = asked.number_digest, holder_name = asked.holder_name, bankname = asked.bankname,
      bankname_details = asked.bankname_details, details_encrypted = asked.details_encrypted,
      payable_amount = asked.payable_amount, leased_until = null,
      is_confirmation_required = (asked.status = 'awaiting_confirmation'),
      event_sequence = case when told is null then 0 else 1 end, expires_at = moment + lifetime, updated_at = moment
    where shop_id = p_shop and operation_id = asked.operation_id and status = 'creating'
    returning * into accepted;
    if found then
      if told is not null then perform outbox_record(asked.event_id, accepted, told); end if;
      -- Strict: an attempt that was taken for unknown is on its way to be voided, so the whole step fails.
      update attempts set state = 'accepted', updated_at = moment
      where shop_id = p_shop and attempt_id = asked.attempt_id and state = 'sending'
      returning is_fact_pending into strict is_pending;
    end if;
    return query select asked.place, is_pending, moment, moment + lifetime;
  end loop;
end $$
`;
