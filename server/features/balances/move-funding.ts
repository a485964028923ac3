import { v5 } from 'uuid';
import { recordAudit, type Operator } from '#features/access';
import { findTransaction, post, type Posting } from '#ledger';
import type { Database } from '#platform/database';
import { RequestError } from '#platform/errors';
import { OperatorRefusal } from '#platform/refusals';
import { newId, type ShopId } from '#platform/ids';
import { formatAmount, scaleOf, zero, type Money } from '#platform/money';

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
): Promise<FundingResult | null> => {
  const earlier = await findTransaction(database, order.shopId, transactionId);
  if (earlier === null) return null;
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

const isDuplicate = (error: unknown): boolean =>
  error instanceof Error && (error as { constraint?: string }).constraint === 'ledger_transactions_pkey';

const moveFunding = async ({ database }: Needs, kind: Kind, order: FundingOrder): Promise<FundingResult> => {
  assertMovable(order.amount);
  const { shopId, amount, actor, reference } = order;
  // The id follows from the reference, so that the ledger's primary key itself refuses a second movement.
  const transactionId = reference === undefined ? newId() : v5(`${shopId}/${reference}`, referenceNamespace);
  const money = { amount: formatAmount(amount.amount, amount.currency), currency: amount.currency };
  try {
    await database.transaction(async (tx) => {
      await post(tx, { shopId, transactionId, kind, operationId: null, postings: postingsOf(kind, amount) });
      await recordAudit(tx, {
        actor,
        action: `balance.${kind}`,
        subject: transactionId,
        shopId,
        after: { ...money, ...(reference === undefined ? {} : { reference }) },
      });
    });
    return { transactionId, isRepeated: false };
  } catch (error) {
    const repeated = isDuplicate(error) ? await answerRepeated(database, kind, order, transactionId) : null;
    if (repeated === null) throw error;
    return repeated;
  }
};

/** Credits money that the shop brought in. */
export const deposit = (needs: Needs, order: FundingOrder): Promise<FundingResult> =>
  moveFunding(needs, 'deposit', order);

/** Takes out money of the shop. Throws `insufficient_balance` when it does not have that much available. */
export const withdraw = (needs: Needs, order: FundingOrder): Promise<FundingResult> =>
  moveFunding(needs, 'withdrawal', order);
