import type { RequestOptions } from './options.ts';
import type { Transport } from './transport.ts';

/**
 * The shop's money in one currency, as decimal strings: two decimals, six for `USDT`. `total` = `available` +
 * `reserved`.
 */
export interface Balance {
  /** ISO 4217 code, or that of a stable coin such as `USDT`. */
  currency: string;
  /** What new payouts can use. Never below zero. */
  available: string;
  /** Held by payouts in flight, their commissions included. */
  reserved: string;
  total: string;
}

export interface Balances {
  /**
   * The balances of the shop of your key, one per currency, by currency. Empty for a shop that never had
   * money.
   */
  list(options?: RequestOptions): Promise<Balance[]>;
}

export const createBalances = (send: Transport): Balances => ({
  list: async (options) => {
    const { balances } = await send((client, fetch) => client.GET('/v1/balances', { fetch }), options);
    return balances;
  },
});
