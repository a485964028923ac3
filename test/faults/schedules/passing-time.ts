import type { Database } from '#platform/database';

/** Every lease runs out and everything that waits for its time is due, as after an hour of standing still. */
const leases = `
  update operations set leased_until = now() - interval '1 hour' where leased_until > now();
  update attempts set check_at = now() - interval '1 second' where check_at > now();
  update webhook_deliveries set leased_until = leased_until - interval '1 hour' where leased_until > now();`;

const waits = `
  update attempts set updated_at = updated_at - interval '1 hour' where is_fact_pending;
  update webhook_deliveries d set next_attempt_at = now()
    from webhook_endpoints e where e.endpoint_id = d.endpoint_id and e.is_default and d.status = 'pending' and next_attempt_at > now();
  update webhook_deliveries set next_attempt_at = now() where url is not null and status = 'pending' and next_attempt_at > now();
  update receipt_files set submit_at = now() where submit_at > now();
  update receipt_files set updated_at = updated_at - interval '1 hour' where state <> 'recorded';
  update operations set expires_at = now() where status in ('pending', 'awaiting_confirmation') and receipt_file_id is null
    and type = 'payment' and expires_at > now();`;

export const letLeasesEnd = async (database: Database): Promise<void> => {
  await database.raw(leases);
};

/** A payment that is not paid expires as well. */
export const letTimePass = async (database: Database): Promise<void> => {
  await database.raw(leases + waits);
};
