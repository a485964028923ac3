import { nextDelayMs, readRetryAfterMs } from '#features/webhooks';
import type { AttemptId } from '#platform/ids';
import type { PaymentFact, PayoutFact, ProviderReports, ReceiptVerdict } from '#providers';
import { payDueOrders, type DueOrder, type SandboxOrders } from '#providers/sandbox';
import type { BookStore } from './book-store.ts';
import type { Callback, SendCallback, Told } from './callbacks.ts';
import { attemptOf, toWirePayment, toWirePayout, type Known } from './orders.ts';
import { toWireReview } from './receipts.ts';

export type TellingNeeds = {
  readonly book: BookStore;
  readonly orders: SandboxOrders;
  readonly send: SendCallback;
};

const totalsOf = ({ state, paidTotal, evidence }: PaymentFact | PayoutFact) => ({ status: state, paidTotal, evidence });

type Change = Pick<Callback, 'id' | 'type' | 'data'>;

/** Tells a change of an attempt; an order that was never asked for has none. */
const createTeller = ({ book, orders, send }: TellingNeeds) => {
  const tell = async (
    attemptId: AttemptId,
    changeOf: (known: Known & { currency: string }) => Change,
  ): Promise<Told> => {
    const [entry, placed] = await Promise.all([book.find(attemptId), orders.find(attemptOf(attemptId))]);
    if (entry === null) return { outcome: 'kept' };
    const happenedAt = placed?.due_since ?? new Date();
    const change = changeOf({ attemptId, entry, placed, currency: entry.currency });
    return send({ ...change, attemptId, shopId: entry.shopId, happenedAt });
  };
  return {
    tellPayment: (fact: PaymentFact) =>
      tell(fact.attempt.attemptId, (known) => ({
        id: `${known.attemptId}.${fact.state}`,
        type: 'payment.changed',
        data: toWirePayment(known, totalsOf(fact)),
      })),
    tellPayout: (fact: PayoutFact) =>
      tell(fact.attempt.attemptId, (known) => ({
        id: `${known.attemptId}.${fact.state}`,
        type: 'payout.changed',
        data: toWirePayout(known, totalsOf(fact)),
      })),
    tellReview: (verdict: ReceiptVerdict) =>
      tell(verdict.attempt.attemptId, ({ attemptId, currency }) => ({
        id: `${attemptId}.${verdict.fileId}`,
        type: 'receipt.reviewed',
        data: toWireReview(verdict, currency),
      })),
  };
};

/** Callbacks that overtake an answer are sent once: what they tell is due again, and told for sure, a little later. */
export const createEarlyReports = (needs: TellingNeeds): Omit<ProviderReports, 'reportDecision'> => {
  const { tellPayment, tellPayout, tellReview } = createTeller(needs);
  return { report: tellPayment, reportPayout: tellPayout, reportReceipt: tellReview };
};

/**
 * Lets happen what is due, and tells it until it is recorded. An order stays due in the table until then, so that a crash
 * loses no callback. True when there may be more to do at once.
 */
export const createDueTelling = (needs: TellingNeeds): (() => Promise<boolean>) => {
  const { book, orders } = needs;
  const { tellPayment, tellPayout, tellReview } = createTeller(needs);
  const told = new Map<AttemptId, Told>();
  const underWay = new Set<AttemptId>();
  // What another round is just telling is due again before its receiver has to have answered.
  const claimDue: SandboxOrders['claimDue'] = async (limit) => {
    const due = await orders.claimDue(limit);
    const rows = due.rows.filter(({ attempt_id: attemptId }) => !underWay.has(attemptId));
    for (const { attempt_id: attemptId, is_silent: isSilent } of rows) {
      if (!isSilent) underWay.add(attemptId);
    }
    return { ...due, rows };
  };
  const noting =
    <Fact extends { readonly attempt: { readonly attemptId: AttemptId } }>(tell: (fact: Fact) => Promise<Told>) =>
    async (fact: Fact): Promise<void> => {
      const { attemptId } = fact.attempt;
      try {
        told.set(attemptId, await tell(fact));
      } catch (error) {
        underWay.delete(attemptId);
        throw error;
      }
    };
  const note = async (order: DueOrder, outcome: Told | undefined): Promise<void> => {
    const { attempt_id: attemptId } = order;
    if (outcome?.outcome === 'lost') {
      const tries = await book.countTry(attemptId);
      const delayMs = nextDelayMs(tries, readRetryAfterMs(outcome.retryAfter, Date.now()), Math.random);
      if (delayMs !== null) return book.postpone(attemptId, delayMs);
    }
    await orders.markReported(order);
    await book.forgetTries(attemptId);
  };
  const finish: SandboxOrders['markReported'] = async (order) => {
    const { attempt_id: attemptId } = order;
    const outcome = told.get(attemptId);
    told.delete(attemptId);
    try {
      await note(order, outcome);
    } finally {
      underWay.delete(attemptId);
    }
  };
  return () =>
    payDueOrders({
      orders: { ...orders, claimDue, markReported: finish },
      report: noting(tellPayment),
      reportPayout: noting(tellPayout),
      reportReceipt: noting(tellReview),
    });
};
