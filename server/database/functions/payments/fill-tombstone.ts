/**
 * The create of a payment that was cancelled before it came. It was over when it was cancelled, which its row has not
 * been changed since. No route was ever chosen, so there is no quote to show. Answers whether the tombstone was still
 * there to be filled in.
 */
export const fillTombstone = /* sql */ `
create or replace function fill_tombstone(p_event uuid, p_payment jsonb)
returns boolean language plpgsql as $$
declare
  filled operations;
begin
  update operations o set
    status = 'cancelled', cancel_reason = 'merchant', method = asked.method, currency = asked.currency,
    expected_amount = asked.expected_amount, client_id = asked.client_id, client_ip = asked.client_ip,
    body_digest = asked.body_digest, annotations_encrypted = asked.annotations_encrypted, fx_rate = asked.fx_rate,
    settlement_currency = asked.settlement_currency, tariff_percent = asked.tariff_percent,
    tariff_fixed = asked.tariff_fixed, tariff_minimum = asked.tariff_minimum, settlement_amount = 0,
    commission_amount = 0, event_sequence = event_sequence + 1, finished_at = o.updated_at, updated_at = now()
  from jsonb_to_record(p_payment) as asked (shop_id uuid, operation_id uuid, method text, currency text,
    expected_amount numeric, client_id text, client_ip text, body_digest bytea, annotations_encrypted bytea,
    fx_source text, fx_rate numeric,
    settlement_currency text, tariff_percent numeric, tariff_fixed numeric, tariff_minimum numeric)
  where o.shop_id = asked.shop_id and o.operation_id = asked.operation_id and o.status = 'tombstone'
  returning o.* into filled;
  if not found then return false; end if;
  perform outbox_record(p_event, filled, 'operation.cancelled');
  return true;
end $$
`;
