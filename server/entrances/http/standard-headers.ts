/** Names in lower case. */
export type StandardHeaders = Readonly<Record<string, string>>;

/**
 * What every answer says, of every handler: not to keep it, guess its type, frame it or run anything of it. Pages
 * loosen the policy for themselves.
 */
export const standardHeaders = ({ hstsMaxAgeSeconds }: { readonly hstsMaxAgeSeconds: number }): StandardHeaders => ({
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  // Without a promise to keep, a host that is tried over https once can still go back.
  ...(hstsMaxAgeSeconds > 0 && { 'strict-transport-security': `max-age=${hstsMaxAgeSeconds}; includeSubDomains` }),
});
