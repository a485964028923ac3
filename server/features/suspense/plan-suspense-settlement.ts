import { clearingAccount, type Posting } from '#ledger';
import { OperatorRefusal } from '#platform/refusals';
import { formatAmount, scaleOf, zero, type Currency, type Decimal } from '#platform/money';
import { isTerminal } from '#features/operations';
import { paymentFigures, payoutFigures, type Figures } from '#features/pricing';
import type { SuspenseItem } from './list-suspense.ts';

/**
 * `credit`: the shop has it, as if the operation had counted it, commission and all. `return`: it went back the way it
 * came. `write-off`: the house keeps it, or bears it.
 */
export const ways = ['credit', 'return', 'write-off'] as const;
export type Way = (typeof ways)[number];

export type SuspenseSettlementPlan = {
  readonly item: SuspenseItem;
  readonly way: Way;
  /** Of what is open, and with its sign. */
  readonly amount: Decimal;
  /** What moves on the shop's balance, in its settlement currency; below zero: it is charged. */
  readonly toShop: Decimal;
  readonly commission: Decimal;
  readonly postings: readonly Posting[];
};

const line = (account: Posting['account'], amount: Decimal, currency: Currency): Posting => ({
  account,
  amount: { amount, currency },
});

/** A create that was refused counts nothing any more, like an operation that ended. */
const isOver = ({ status }: SuspenseItem): boolean => isTerminal(status) || status === 'rejecting';

/** What the shop would have had for all of it at once, less what it had: a fixed part or minimum counts once. */
const figuresFor = (
  { type, actual, credited, quote, currency }: SuspenseItem,
  amount: Decimal,
): Pick<Figures, 'commission' | 'settlement'> => {
  const had = actual.plus(credited);
  const has = had.plus(amount);
  if (has.lt(zero)) {
    throw new OperatorRefusal('suspense_overdrawn', { charged: formatAmount(had, currency), currency });
  }
  const figures = type === 'payment' ? paymentFigures : payoutFigures;
  const [before, after] = [figures(had, quote), figures(has, quote)];
  return {
    commission: after.commission.minus(before.commission),
    settlement: after.settlement.minus(before.settlement),
  };
};

const creditPostings = (
  { currency, quote }: SuspenseItem,
  owed: Decimal,
  { toShop, commission }: Pick<SuspenseSettlementPlan, 'toShop' | 'commission'>,
): Posting[] => {
  const inSettlement = quote.settlementCurrency;
  const exchange =
    currency === inSettlement
      ? []
      : [line('exchange', owed, currency), line('exchange', toShop.plus(commission).neg(), inSettlement)];
  return [
    line('suspense', owed.neg(), currency),
    ...exchange,
    line('available', toShop, inSettlement),
    line('commission', commission, inSettlement),
  ];
};

const requireAmount = (item: SuspenseItem, asked: Decimal | null): Decimal => {
  const { open, currency, attemptId } = item;
  if (open.eq(zero)) throw new OperatorRefusal('suspense_already_settled', { attemptId });
  if (asked === null) return open;
  if (asked.lte(zero) || asked.gt(open.abs()) || !asked.round(scaleOf(currency)).eq(asked)) {
    const most = formatAmount(open.abs(), currency);
    throw new OperatorRefusal('suspense_amount_wrong', { most, currency, decimals: scaleOf(currency) });
  }
  return open.lt(zero) ? asked.neg() : asked;
};

/**
 * What settling all of an item, or `asked` of it (above zero, whatever the item's sign), would move.
 * @throws OperatorRefusal when that is not possible.
 */
export const planSuspenseSettlement = (item: SuspenseItem, way: Way, asked: Decimal | null): SuspenseSettlementPlan => {
  const amount = requireAmount(item, asked);
  const { currency } = item;
  // A payment's money is owed by us; money that a payout sent is owed to us.
  const owed = item.type === 'payment' ? amount : amount.neg();
  if (way !== 'credit') {
    const other = way === 'return' ? clearingAccount(item.providerId) : 'write_off';
    const postings = [line('suspense', owed.neg(), currency), line(other, owed, currency)];
    return { item, way, amount, toShop: zero, commission: zero, postings };
  }
  if (!isOver(item)) {
    throw new OperatorRefusal('credited_too_early', { type: item.type, operationId: item.operationId });
  }
  const { commission, settlement } = figuresFor(item, amount);
  const toShop = item.type === 'payment' ? settlement : settlement.neg();
  const postings = creditPostings(item, owed, { toShop, commission });
  return { item, way, amount, toShop, commission, postings };
};
