import type { KeyId, MerchantId, ShopId } from '#platform/ids';
import type { Currency } from '#platform/money';

export type ShopMode = 'live' | 'test';
export type Scope = 'payin' | 'payout' | 'read';

/** Who is asking: every way to authenticate ends here, and features know no other identity. */
export type Caller = {
  readonly shopId: ShopId;
  readonly merchantId: MerchantId;
  readonly mode: ShopMode;
  readonly settlementCurrency: Currency;
  readonly scopes: readonly Scope[];
  readonly entrance: 'v1' | 'h2h';
};

/** What became of a key that somebody sent. Which of the refusals it was is for the log: who sent it is told one sentence. */
export type ResolvedKey =
  | { readonly outcome: 'valid'; readonly keyId: KeyId; readonly caller: Caller }
  | { readonly outcome: 'revoked'; readonly keyId: KeyId; readonly shopId: ShopId }
  | { readonly outcome: 'unknown' | 'malformed' };

/** An API key opens everything of its shop; only h2h tokens carry less. */
export const everyScope: readonly Scope[] = ['payin', 'payout', 'read'];
