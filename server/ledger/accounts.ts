/**
 * The accounts of a shop, each once per currency. Positive is what the house owes (to the shop, or to itself as
 * `commission`), negative what it is owed or has received from outside. `write_off` is what the house kept, or bore; `provider_fee` what providers kept of
 * what they settled.
 */
export type AccountName =
  | 'available'
  | 'reserved'
  | 'commission'
  | 'exchange'
  | 'suspense'
  | 'write_off'
  | 'provider_fee'
  | 'funding'
  | `clearing:${string}`;

/** The accounts whose balance a command must check, so it is stored and never falls below zero. */
export const storedAccounts = ['available', 'reserved'] as const;
export type StoredAccount = (typeof storedAccounts)[number];

/** What a provider holds for the shop, or owes it. */
export const clearingAccount = (providerId: string): AccountName => `clearing:${providerId}`;
