/**
 * Until when a payment waits for its payer. Not while a receipt is looked at, and not any more once that time is over
 * and its provider is asked a last time.
 */
export const paymentWaitsUntil = /* sql */ `
create or replace function payment_waits_until(
  p_status text, p_receipt_file uuid, p_is_expiring boolean, p_expires_at timestamptz
) returns timestamptz language sql immutable as $$
  select case when p_status in ('pending', 'awaiting_confirmation') and p_receipt_file is null and not p_is_expiring
    then p_expires_at end
$$
`;
