import { v5 } from 'uuid';
import type { Operator } from '#features/access';
import { findTransaction, type Posting } from '#ledger';
import type { Database } from '#platform/database';
import { RequestError } from '#platform/errors';
import { OperatorRefusal } from '#platform/refusals';
import { newId, type ShopId } from '#platform/ids';
import { formatAmount, scaleOf, zero, type Money } from '#platform/money';
import { postFunding } from './funding-store.ts';

export type FundingOrder = {
  readonly shopId: ShopId;
  readonly amount: Money;
  readonly actor: Operator;
  /** The operator's own name for this movement. Repeating it repeats the answer, not the movement. */
  readonly reference?: string;
};

export type FundingResult = { readonly transactionId: string; readonly isRepeated: boolean };

type Needs = { readonly database: Database };
type Kind = 'deposit' | 'withdrawal';

const referenceNamespace = '6f1b6d0e-6f0c-4b55-9a0e-4c5ef0e5c1d4';

const assertMovable = ({ amount, currency }: Money): void => {
  if (amount.lte(zero)) throw new OperatorRefusal('amount_not_positive', {});
  if (!amount.round(scaleOf(currency)).eq(amount)) {
    throw new OperatorRefusal('amount_too_fine', { currency, decimals: scaleOf(currency) });
  }
};

/** Funding stands for the house's bank: it falls below zero by what shops brought in. */
const postingsOf = (kind: Kind, { amount, currency }: Money): Posting[] => {
  const toShop: Money = { amount: kind === 'deposit' ? amount : amount.neg(), currency };
  return [
    { account: 'funding', amount: { amount: toShop.amount.neg(), currency } },
    { account: 'available', amount: toShop },
  ];
};

const answerRepeated = async (
  database: Database,
  kind: Kind,
  order: FundingOrder,
  transactionId: string,
): Promise<FundingResult> => {
  const earlier = await findTransaction(database, order.shopId, transactionId);
  if (earlier === null) throw new Error(`There is no transaction ${transactionId}, nor was it written.`);
  const isSame =
    earlier.kind === kind &&
    earlier.postings.some(
      ({ account, amount }) =>
        account === 'available' &&
        amount.currency === order.amount.currency &&
        amount.amount.abs().eq(order.amount.amount),
    );
  if (isSame) return { transactionId, isRepeated: true };
  throw new RequestError('identifier_reused', {
    message: `The reference ${order.reference} already names another movement of this shop.`,
  });
};

const moveFunding = async ({ database }: Needs, kind: Kind, order: FundingOrder): Promise<FundingResult> => {
  assertMovable(order.amount);
  const { shopId, amount, actor, reference } = order;
  // The id follows from the reference, so that a second movement finds the first one's transaction.
  const transactionId = reference === undefined ? newId() : v5(`${shopId}/${reference}`, referenceNamespace);
  const isMoved = await postFunding(database, {
    shopId,
    transactionId,
    kind,
    postings: postingsOf(kind, amount),
    actor: actor.name,
    after: { amount: formatAmount(amount.amount, amount.currency), currency: amount.currency, reference },
  });
  return isMoved ? { transactionId, isRepeated: false } : answerRepeated(database, kind, order, transactionId);
};

/** Credits money that the shop brought in. */
export const deposit = (needs: Needs, order: FundingOrder): Promise<FundingResult> =>
  moveFunding(needs, 'deposit', order);

/** Takes out money of the shop. Throws `insufficient_balance` when it does not have that much available. */
export const withdraw = (needs: Needs, order: FundingOrder): Promise<FundingResult> =>
  moveFunding(needs, 'withdrawal', order);
