/**
 * Acceptances of one shop's payments in one commit, in the order of operations. Answers for each place what
 * accept_payment does, and the times that it wrote.
 */
export const acceptPayments = /* sql */ `
create or replace function accept_payments(p_shop uuid, p_acceptances jsonb)
returns table (place integer, is_fact_pending boolean, accepted_at timestamptz, expires_at timestamptz)
language plpgsql as $$
declare
  moment constant timestamptz := now();
  asked record;
begin
  for asked in
    select * from jsonb_to_recordset(p_acceptances) as acceptance (place integer, operation_id uuid, attempt_id uuid,
      status text, number_encrypted bytea, number_digest bytea, holder_name text, bankname text,
      bankname_details text, lifetime_seconds integer, event_id uuid)
    order by acceptance.operation_id, acceptance.place
  loop
    place := asked.place;
    is_fact_pending := accept_payment(p_shop, asked.operation_id, asked.attempt_id, asked.status,
      asked.number_encrypted, asked.number_digest, asked.holder_name, asked.bankname, asked.bankname_details,
      asked.lifetime_seconds, asked.event_id);
    accepted_at := moment;
    expires_at := moment + make_interval(secs => asked.lifetime_seconds);
    return next;
  end loop;
end $$
`;
