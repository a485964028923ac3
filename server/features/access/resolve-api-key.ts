import { createRecentCache } from '#platform/recent-cache';
import { sha256 } from '#platform/secrets';
import { isWellFormedApiKey } from './api-key-format.ts';
import type { Caller } from './caller.ts';

type Needs = { readonly findCaller: (digest: Buffer) => Promise<Caller | null> };

// Half of the second within which a revocation must hold everywhere; the other half is for the revoking commit.
const maxAgeMs = 500;
const maxEntries = 10_000;

/**
 * Tells who a key belongs to, or null, asking the database at most twice a second per key. "Nobody" is remembered
 * too; a malformed key is nobody's without asking.
 */
export const createResolver = ({ findCaller }: Needs) => {
  const callers = createRecentCache({
    maxAgeMs,
    maxEntries,
    load: (digest) => findCaller(Buffer.from(digest, 'base64')),
  });
  return async (apiKey: string): Promise<Caller | null> =>
    isWellFormedApiKey(apiKey) ? callers(sha256(apiKey).toString('base64')) : null;
};

export type ApiKeyResolver = ReturnType<typeof createResolver>;
