import { documents } from './documents.ts';

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

/** The pages that Scalar fills in: it writes style elements and attributes of its own, but no scripts. */
const references: readonly string[] = documents.map(({ reference }) => reference);

/** What a browser may do with a page of the site, by its path without extension. */
export const policyOf = (path: string): readonly string[] =>
  references.includes(path)
    ? policy.map((rule) => (rule.startsWith('style-src') ? `${rule} 'unsafe-inline'` : rule))
    : policy;
