import type { MerchantId, ShopId } from '#platform/ids';
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

/** An API key opens everything of its shop; only h2h tokens carry less. */
export const everyScope: readonly Scope[] = ['payin', 'payout', 'read'];
