import type { Database } from '#platform/database';
import { clockSkewMs, tokenLifetimeMs } from './token-times.ts';
import { forgetRevocations } from './tokens-store.ts';

type Needs = { readonly database: Database };

/**
 * Forgets revocations of tokens that have ended by themselves since: one of the token endpoint that was revoked was made before,
 * by a clock that may have been ahead of one that reads it. The audit log goes on telling of them.
 */
export const sweepRevocations = ({ database }: Needs): Promise<void> =>
  forgetRevocations(database, tokenLifetimeMs + 2 * clockSkewMs);
