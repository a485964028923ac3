// Holds wherever the site is served: nothing is loaded from another host.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
];

/** The page that Scalar fills in: it writes style elements and attributes of its own, but no scripts. */
export const referencePath = 'reference';

/** What a browser may do with a page of the site, by its path without extension. */
export const policyOf = (path: string): readonly string[] =>
  path === referencePath
    ? policy.map((rule) => (rule.startsWith('style-src') ? `${rule} 'unsafe-inline'` : rule))
    : policy;
