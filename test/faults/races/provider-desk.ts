import { decimal } from '#platform/money';
import type { Database } from '#platform/database';
import type {
  AttemptRef,
  ProviderDecorator,
  PaymentAnswer,
  PaymentFact,
  ProviderReports,
  ReceiptVerdict,
  VoidAnswer,
} from '#providers';
import { createSandboxOrders } from '#providers/sandbox';
import { fullAmount } from './reports.ts';

/** What the provider does about one payment, when the test says so. */
export type Visit = {
  /** Resolves once the provider was asked and has the order in its books. */
  readonly asked: Promise<AttemptRef>;
  isReached: boolean;
  /** What it was asked for under the same identifier later, which it accepts at once. */
  readonly again: AttemptRef[];
  readonly answer: (answer: PaymentAnswer) => void;
  /** While it is silent it does not say whether an order may be voided. */
  isSilent: boolean;
};

type Seat = Visit & { readonly receive: (attempt: AttemptRef) => void; readonly answered: Promise<PaymentAnswer> };

const providerId = 'sandbox-1';
const requisites = { number: '2200000000000004', name: 'IVAN PETROV', bankname: 'sber', banknameDetails: 'Sberbank' };

export const answers = {
  accepted: { outcome: 'accepted', requisites, isReceiptRequired: false },
  'accepted, receipt wanted': { outcome: 'accepted', requisites, isReceiptRequired: true },
  declined: { outcome: 'declined', reason: 'no' },
  'no answer': { outcome: 'unknown' },
} as const satisfies Record<string, PaymentAnswer>;

const takeSeat = (): Seat => {
  let receive: Seat['receive'] = () => undefined;
  let answer: Visit['answer'] = () => undefined;
  const asked = new Promise<AttemptRef>((resolve) => (receive = resolve));
  const answered = new Promise<PaymentAnswer>((resolve) => (answer = resolve));
  return { asked, answered, answer, receive, isReached: false, again: [], isSilent: false };
};

/** A provider whose answers and callbacks are let go by hand. Its books are the sandbox's, which the invariants read. */
export const createProviderDesk = (database: Database) => {
  const orders = createSandboxOrders(database);
  const seats = new Map<string, Seat & { readonly takesOrders: boolean }>();
  const visitors = new Map<string, Visit>();
  const reports: ProviderReports[] = [];
  const place = (attempt: AttemptRef) =>
    orders.place({
      attempt,
      providerId,
      type: 'payment',
      amount: fullAmount,
      state: 'accepted',
      paidAmount: '0.00',
      rail: 'card',
      paysAfterMs: null,
      dueState: 'paid',
      isSilent: false,
      receiptFinding: null,
      evidenceAfterMs: null,
    });
  const voidPayment = async (attempt: AttemptRef): Promise<VoidAnswer> => {
    if (visitors.get(attempt.attemptId)?.isSilent === true) return { outcome: 'unknown' };
    const { state, paid_amount: paid } = await orders.void(attempt, providerId);
    return state === 'paid' ? { outcome: 'paid', paidTotal: decimal(paid) } : { outcome: 'voided' };
  };
  return {
    voidPayment,
    /** The payment of this client. One that will be declined is no order even before the provider says so. */
    expectVisit: (clientId: string, takesOrders: boolean): Visit => {
      const seat = Object.assign(takeSeat(), { takesOrders });
      seats.set(clientId, seat);
      return seat;
    },
    endVisit: (clientId: string, attempt: AttemptRef | null): void => {
      seats.delete(clientId);
      if (attempt !== null) visitors.delete(attempt.attemptId);
    },
    /** Between an instance and its providers. Clients that no race expects are the sandbox's own. */
    decoratorAt:
      (instance: number): ProviderDecorator =>
      (provider, connected) => {
        reports[instance] = connected;
        return {
          ...provider,
          voidPayment,
          createPayment: async (order, signal) => {
            const seat = seats.get(order.clientId);
            if (seat === undefined) return provider.createPayment(order, signal);
            if (seat.isReached) {
              await place(order.attempt);
              seat.again.push(order.attempt);
              return answers.accepted;
            }
            seat.isReached = true;
            visitors.set(order.attempt.attemptId, seat);
            if (seat.takesOrders) await place(order.attempt);
            seat.receive(order.attempt);
            return seat.answered;
          },
        };
      },
    /** The payer pays, whatever has become of the order. */
    pay: async ({ shopId, attemptId }: AttemptRef, amount: string): Promise<void> => {
      const changes = { state: 'paid', paid_amount: amount };
      await database('sandbox_orders').where({ shop_id: shopId, attempt_id: attemptId }).update(changes);
    },
    /** The payer will not pay; where he has, only the callback says otherwise. */
    fail: async ({ shopId, attemptId }: AttemptRef): Promise<void> => {
      const order = database('sandbox_orders').where({ shop_id: shopId, attempt_id: attemptId });
      await order.whereNot({ state: 'paid' }).update({ state: 'voided' });
    },
    /** A callback that reaches an instance. */
    callBack: async (instance: number, fact: PaymentFact): Promise<void> => {
      await reports[instance]!.report(fact);
    },
    /** The same, about a receipt. */
    judge: async (instance: number, verdict: ReceiptVerdict): Promise<void> => {
      await reports[instance]!.reportReceipt(verdict);
    },
  };
};

export type ProviderDesk = ReturnType<typeof createProviderDesk>;
