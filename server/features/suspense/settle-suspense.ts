import { v5 } from 'uuid';
import type { Operator } from '#features/access';
import { findTransaction, type TransactionKind } from '#ledger';
import type { Database } from '#platform/database';
import { RequestError } from '#platform/errors';
import { OperatorRefusal } from '#platform/refusals';
import { newId } from '#platform/ids';
import { formatAmount, type Decimal } from '#platform/money';
import type { SuspenseItem } from './list-suspense.ts';
import type { SuspenseSettlementPlan, Way } from './plan-suspense-settlement.ts';
import { runSettlementStep, type SettlementStep } from './suspense-store.ts';

export type SettlementOrder = {
  readonly actor: Operator;
  /** For the audit log. */
  readonly reason: string;
  /** The operator's own name for this decision about this attempt: repeating it repeats the answer, not the movement. */
  readonly reference: string | null;
};

export type SettlementResult = { readonly transactionId: string; readonly isRepeated: boolean };

type Needs = { readonly database: Database };

const kinds = {
  credit: 'suspense_credited',
  return: 'suspense_returned',
  'write-off': 'suspense_written_off',
} as const satisfies Readonly<Record<Way, TransactionKind>>;

const mostReasonCharacters = 1_000;
const mostReferenceCharacters = 200;

const referenceNamespace = 'b3a3f0a2-2d0b-4c53-8a51-7f4f5c0f6e1d';

/** Follows from the reference, so that the ledger's primary key itself refuses a second movement. */
const transactionIdOf = ({ shopId, attemptId }: SuspenseItem, reference: string): string =>
  v5(`${shopId}/${attemptId}/${reference}`, referenceNamespace);

/**
 * The transaction that a reference names already; null when it names none.
 * @throws RequestError identifier_reused when that one was of another way, or not of the amount `asked`.
 */
export const findSettlement = async (
  { database }: Needs,
  item: SuspenseItem,
  way: Way,
  { reference, asked }: { readonly reference: string; readonly asked: Decimal | null },
): Promise<SettlementResult | null> => {
  const transactionId = transactionIdOf(item, reference);
  const earlier = await findTransaction(database, item.shopId, transactionId);
  if (earlier === null) return null;
  const isSame =
    earlier.kind === kinds[way] &&
    earlier.postings.some(
      ({ account, amount }) => account === 'suspense' && (asked === null || amount.amount.abs().eq(asked)),
    );
  if (isSame) return { transactionId, isRepeated: true };
  throw new RequestError('identifier_reused', {
    message: `The reference ${reference} already names another decision about this attempt.`,
  });
};

const assertTold = ({ reason, reference }: SettlementOrder): void => {
  if (reason.trim() === '' || reason.length > mostReasonCharacters) {
    throw new OperatorRefusal('reason_wrong', { limit: mostReasonCharacters });
  }
  if (reference === '' || (reference ?? '').length > mostReferenceCharacters) {
    throw new OperatorRefusal('reference_wrong', { limit: mostReferenceCharacters });
  }
};

const stepOf = ({ item, way, amount, postings }: SuspenseSettlementPlan, order: SettlementOrder): SettlementStep => {
  const inCurrency = (figure: Decimal): string => formatAmount(figure, item.currency);
  return {
    ...order,
    actor: order.actor.name,
    shopId: item.shopId,
    attemptId: item.attemptId,
    kind: kinds[way],
    amount: inCurrency(amount),
    open: inCurrency(item.open),
    credited: inCurrency(item.credited),
    transactionId: order.reference === null ? newId() : transactionIdOf(item, order.reference),
    postings,
  };
};

/**
 * Settles what was planned, if the item is still as it was then. No provider is asked: an operator records what was
 * decided, or what has happened already. The shop is told of a credit, as an adjustment of its operation.
 * @throws RequestError insufficient_balance when the shop does not have what it would be charged; identifier_reused.
 * @throws OperatorRefusal when the item changed meanwhile.
 */
export const settleSuspense = async (
  { database }: Needs,
  plan: SuspenseSettlementPlan,
  order: SettlementOrder,
): Promise<SettlementResult> => {
  assertTold(order);
  const { item, way } = plan;
  const step = stepOf(plan, order);
  const outcome = await runSettlementStep(database, step);
  if (outcome === 'done') return { transactionId: step.transactionId, isRepeated: false };
  const { reference } = order;
  const earlier =
    reference === null ? null : await findSettlement({ database }, item, way, { reference, asked: plan.amount.abs() });
  if (earlier !== null) return earlier;
  if (outcome !== 'under_way') throw new OperatorRefusal('suspense_changed_meanwhile', {});
  throw new OperatorRefusal('settled_too_early', { type: item.type, operationId: item.operationId });
};
