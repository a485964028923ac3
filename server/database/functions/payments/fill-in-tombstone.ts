/**
 * The create of a payment that was cancelled before it came. It was over when it was cancelled, which its row has not
 * been changed since. No route was ever chosen, so there is no quote to show. Answers when it was filled in, or null where
 * the tombstone was not there any more.
 */
export const fillInTombstone = /* sql */ `
create or replace function fill_in_tombstone(p_shop uuid, p_operation uuid, p_event uuid, p_payment jsonb)
returns timestamptz language plpgsql as $$
declare
  moment constant timestamptz := now();
  asked record;
  filled operations;
begin
  select * into asked from jsonb_to_record(p_payment) as given (method text, currency text,
    expected_amount numeric, client_id text, client_ip text, body_digest bytea, annotations_encrypted bytea,
    client_encrypted bytea, webhook_url text,
    fx_rate numeric, settlement_currency text, tariff_percent numeric, tariff_fixed numeric, tariff_minimum numeric);
  update operations set
    status = 'cancelled', cancel_reason = 'merchant', method = asked.method, currency = asked.currency,
    expected_amount = asked.expected_amount, client_id = asked.client_id, client_ip = asked.client_ip,
    body_digest = asked.body_digest, annotations_encrypted = asked.annotations_encrypted, client_encrypted = asked.client_encrypted,
    webhook_url = asked.webhook_url, fx_rate = asked.fx_rate,
    settlement_currency = asked.settlement_currency, tariff_percent = asked.tariff_percent,
    tariff_fixed = asked.tariff_fixed, tariff_minimum = asked.tariff_minimum, settlement_amount = 0,
    commission_amount = 0, event_sequence = event_sequence + 1, finished_at = updated_at, updated_at = moment
  where shop_id = p_shop and operation_id = p_operation and status = 'tombstone'
  returning * into filled;
  if not found then return null; end if;
  perform outbox_record(p_event, filled, 'operation.cancelled');
  return moment;
end $$
`;
