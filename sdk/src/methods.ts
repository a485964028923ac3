import type { OperationType } from './operation.ts';
import type { RequestOptions } from './options.ts';
import type { Transport } from './transport.ts';

/** A payment method in one direction, with the limits of its amounts as decimal strings. */
export interface Method {
  /** The code to create with, such as `WT_RUB_C2C`. */
  method: string;
  type: OperationType;
  /** ISO 4217 code; the one to create with. */
  currency: string;
  min_amount: string;
  max_amount: string;
}

export interface Methods {
  /**
   * What the shop of your key can use at the moment, by method, then type. Empty where it can use none.
   */
  list(options?: RequestOptions): Promise<Method[]>;
}

export const createMethods = (send: Transport): Methods => ({
  list: async (options) => {
    const { methods } = await send((client, fetch) => client.GET('/v1/methods', { fetch }), options);
    return methods;
  },
});
