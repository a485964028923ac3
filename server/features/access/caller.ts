import type { Api } from '#platform/apis';
import type { KeyId, ShopId } from '#platform/ids';
import type { Currency } from '#platform/money';

export type ShopMode = 'live' | 'test';
export type Scope = 'payin' | 'payout' | 'read';

/** What a credential opens, whichever API it is shown to. */
export type Access = {
  readonly shopId: ShopId;
  readonly settlementCurrency: Currency;
  readonly scopes: readonly Scope[];
};

/** Who is asking, and by which API: every way to authenticate ends here, and features know no other identity. */
export type Caller = Access & { readonly api: Api };

/** What became of a key that a caller sent. Which of the refusals it was is for the log: the caller is told one sentence. */
export type ResolvedKey =
  | { readonly outcome: 'valid'; readonly keyId: KeyId; readonly access: Access }
  | { readonly outcome: 'revoked'; readonly keyId: KeyId; readonly shopId: ShopId }
  | { readonly outcome: 'unknown' | 'malformed' };

/** An API key opens everything of its shop; only h2h tokens carry less. */
export const everyScope: readonly Scope[] = ['payin', 'payout', 'read'];
