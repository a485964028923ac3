import { createRecentCache } from '#platform/recent-cache';
import { sha256 } from '#platform/secrets';
import { apiKeyFormat } from './api-key-format.ts';
import type { ResolvedKey } from './caller.ts';

type Needs = { readonly findKey: (digest: Buffer) => Promise<ResolvedKey> };

// Half of the second within which a revocation must hold everywhere; the other half is for the revoking commit.
const maxAgeMs = 500;
const maxEntries = 10_000;

/**
 * Tells what a key is and whom it belongs to, asking the database at most twice a second per key. That it is unknown is
 * remembered too; that it is malformed is known without asking.
 */
export const createResolver = ({ findKey }: Needs) => {
  const keys = createRecentCache({
    maxAgeMs,
    maxEntries,
    load: (digest) => findKey(Buffer.from(digest, 'base64')),
  });
  return async (apiKey: string): Promise<ResolvedKey> =>
    apiKeyFormat.isWellFormed(apiKey) ? keys(sha256(apiKey).toString('base64')) : { outcome: 'malformed' };
};

export type ApiKeyResolver = ReturnType<typeof createResolver>;
