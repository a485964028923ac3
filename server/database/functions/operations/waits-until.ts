/**
 * Until when a payment waits for its payer. Not while a receipt is looked at, and not any more once that time is over
 * and its provider is asked a last time.
 */
export const waitsUntil = /* sql */ `
create or replace function waits_until(p_operation operations) returns timestamptz language sql stable as $$
  select case when p_operation.status in ('pending', 'awaiting_confirmation') and p_operation.receipt_file_id is null
    and not p_operation.is_expiring then p_operation.expires_at end
$$
`;
