/**
 * What a request may tell about an attack, and at which level its line is then written: `warn` where hardly any honest client
 * comes to it, `info` where honest ones do every day. Clients decide how often any of it happens, and so none has a line of its own.
 */
export const securityEvents = {
  api_key_missing: 'info',
  api_key_malformed: 'warn',
  api_key_unknown: 'warn',
  api_key_revoked: 'warn',
  client_missing: 'info',
  client_malformed: 'warn',
  client_unknown: 'warn',
  client_revoked: 'warn',
  token_missing: 'info',
  token_malformed: 'warn',
  token_foreign: 'warn',
  token_forged: 'warn',
  token_untimely: 'info',
  token_revoked: 'warn',
  scope_missing: 'warn',
  operation_unknown: 'info',
  foreign_operation: 'warn',
  shop_named: 'warn',
  receipt_link_expired: 'info',
  receipt_link_forged: 'warn',
  receipt_link_not_canonical: 'warn',
  page_link_unknown: 'warn',
  callback_forged: 'warn',
  foreign_origin: 'warn',
  target_unclear: 'warn',
  rate_limited: 'info',
} as const satisfies Readonly<Record<string, 'info' | 'warn'>>;

export type SecurityEvent = keyof typeof securityEvents;
