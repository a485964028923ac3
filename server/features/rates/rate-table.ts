import type { Currency, Decimal } from '#platform/money';

/** `units` of the currency are worth `worth` of the table's base. Both as published: nothing is rounded yet. */
export type Quotation = { readonly currency: Currency; readonly units: Decimal; readonly worth: Decimal };

/** What one publication says. */
export type RateTable = {
  readonly base: Currency;
  /** The day it is published for, as `2025-11-21`. */
  readonly day: string;
  readonly validFrom: Date;
  readonly quotations: readonly Quotation[];
};

/** The port to a publisher of rates. */
export type RateFeed = {
  /** Whom rates and quotes name. */
  readonly source: string;
  /**
   * Reads a publication as it was published.
   * @throws OperatorRefusal when anything about it is not as it should be: a table counts as a whole or not.
   */
  readonly read: (bytes: Uint8Array) => RateTable;
};
