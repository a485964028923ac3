import type { Knex } from 'knex';

/**
 * What a create of the host-to-host API brings beside v1's. An idempotency key names one create for good, also where the
 * identifier is free again; only what was refused, and so is no operation, lets it go. What is sealed is JSON: who the client
 * is, and what there is of the destination beside its number.
 */
export const up = async (database: Knex): Promise<void> => {
  await database.raw(`
    alter table operations
      add column idempotency_key_digest bytea check (octet_length(idempotency_key_digest) = 32),
      add column client_encrypted bytea,
      add column details_encrypted bytea,
      add column payable_amount numeric(20,2) check (payable_amount > 0);
    create unique index operations_by_idempotency_key on operations (shop_id, api, idempotency_key_digest)
      where idempotency_key_digest is not null and status <> 'rejected'
  `);
};
