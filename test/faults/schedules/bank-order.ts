import { decimal, largest, zero, type Decimal } from '#platform/money';
import type { BankScript } from './plan-operations.ts';

/** What a bank says of an order at one moment, as it travels to an instance. */
export type WireFact = {
  readonly type: 'payment' | 'payout';
  readonly shopId: string;
  readonly attemptId: string;
  readonly state: 'open' | 'paid' | 'failed';
  readonly paidTotal: string;
  readonly returnedTotal: string;
  readonly evidence: readonly string[];
};

/** What a bank says of a receipt, as it travels. */
export type WireVerdict = {
  readonly type: 'receipt';
  readonly shopId: string;
  readonly attemptId: string;
  readonly fileId: string;
  readonly outcome: 'accepted' | 'rejected' | 'doubtful';
  readonly reason: 'suspicious' | 'not_terminal' | null;
  readonly paidTotal: string;
};

export type WireMessage = WireFact | WireVerdict;

export type NewOrder = Pick<WireFact, 'type' | 'shopId' | 'attemptId'> & {
  readonly providerId: string;
  readonly amount: string;
};

/** An order in the bank's own books. */
export type BankOrder = NewOrder & {
  readonly script: BankScript;
  /** Where a payer is to pay to. */
  readonly number: string;
  state: 'open' | 'paid' | 'failed' | 'voided';
  paid: Decimal;
  returned: Decimal;
};

/** Whether it wants a receipt that its payer has no way to send; the second bank wants none. */
export const wantsInVain = ({ providerId, script }: BankOrder): boolean =>
  script.answer === 'wants a receipt in vain' && providerId.endsWith('-1');

export const factOf = (order: BankOrder): WireFact => {
  const { type, shopId, attemptId, paid, returned, script } = order;
  const item = { full: [paid], none: [], wrong: [paid.plus(decimal('0.01'))] }[script.evidence];
  return {
    type,
    shopId,
    attemptId,
    state: order.state === 'voided' ? 'paid' : order.state,
    paidTotal: paid.toFixed(2),
    returnedTotal: returned.toFixed(2),
    evidence: paid.gt(zero) ? item.map((amount) => amount.toFixed(2)) : [],
  };
};

/** The same order before anything was known of it: what a callback that was overtaken says. */
export const outdated = (fact: WireFact): WireFact => ({
  ...fact,
  state: 'open',
  paidTotal: '0.00',
  returnedTotal: '0.00',
  evidence: [],
});

export type Step = { readonly afterMs: number; readonly change: (order: BankOrder) => void };

export const share = (order: NewOrder, times: string): Decimal =>
  decimal(order.amount).times(decimal(times)).round(2, 0);

export const pay =
  (total: (order: BankOrder) => Decimal, state: 'open' | 'paid' = 'paid') =>
  (order: BankOrder): void => {
    // Money that is there stays there, whatever told of it first.
    order.paid = largest(order.paid, total(order));
    if (order.state !== 'voided') order.state = state;
  };

export const all = (order: BankOrder): Decimal => decimal(order.amount);
/** Paid by what a review has found meanwhile, an order does not fail any more. */
const fail = (order: BankOrder): void => {
  if (order.paid.gt(zero)) return;
  order.state = 'failed';
};

/** What happens to an order at the bank, step by step. A payment's `pays again` is, of a payout, money that came back. */
export const stepsOf = ({ script, type }: BankOrder): readonly Step[] => {
  const { paysAfterMs: afterMs } = script;
  const laterMs = afterMs + 400;
  switch (script.outcome) {
    case 'pays':
    case 'pays although voided':
      return [{ afterMs, change: pay(all) }];
    case 'pays less':
      return [{ afterMs, change: pay((order) => share(order, '0.4')) }];
    case 'pays more':
      return [{ afterMs, change: pay((order) => share(order, '1.25')) }];
    case 'pays in two parts':
      return [
        { afterMs, change: pay((order) => share(order, '0.3'), 'open') },
        { afterMs: laterMs, change: pay(all) },
      ];
    case 'pays nothing':
      // A payout is decided one day in any case.
      return type === 'payment' ? [] : [{ afterMs: 3_000, change: fail }];
    case 'fails':
      return [{ afterMs, change: fail }];
    case 'pays again':
      return [
        { afterMs, change: pay(all) },
        type === 'payment'
          ? { afterMs: laterMs, change: pay((order) => share(order, '1.1')) }
          : {
              afterMs: laterMs,
              change: (order) => {
                order.returned = order.paid;
              },
            },
      ];
    case 'fails, then pays':
      return [
        { afterMs, change: fail },
        { afterMs: laterMs, change: pay(all) },
      ];
  }
};
