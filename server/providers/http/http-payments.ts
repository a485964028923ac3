import { zero } from '#platform/money';
import type { AttemptRef, Provider, SubmittedReceipt } from '../port.ts';
import { believe, type Fetched } from './believe.ts';
import type { Caller } from './caller.ts';
import type { Wire } from './contract.ts';
import type { Facts } from './facts.ts';
import { readPaymentAnswer, readVoidAnswer } from './read-answers.ts';
import { isTaken, readPaymentFact, readVerdict } from './read-facts.ts';
import { writePaymentOrder } from './write-orders.ts';

type Payments = Pick<Provider, 'createPayment' | 'lookUpPayment' | 'voidPayment' | 'submitReceipt'>;

const fileOf = ({ content }: Pick<SubmittedReceipt, 'content'>): Blob =>
  new Blob([new Uint8Array(content)], { type: 'application/pdf' });

const toForm = ({ receipt }: { readonly receipt: Blob }): FormData => {
  const form = new FormData();
  form.set('receipt', receipt, 'receipt.pdf');
  return form;
};

/** Payments and the review of their receipts, at one connector. */
export const httpPayments = ({ call }: Caller, facts: Facts): Payments => {
  /** What an answer tells of money is a fact like that of a callback. It is on record before the answer counts. */
  const noteMoney = async (attempt: AttemptRef, payment: Wire['Payment']): Promise<void> => {
    if (!isTaken(payment)) return;
    const fact = readPaymentFact(attempt, payment);
    if (fact.paidTotal.gt(zero)) await facts.report(fact);
  };
  /** What a connector tells of an attempt that it was given earlier. */
  const readKnown = async (attempt: AttemptRef, fetched: Fetched): Promise<Wire['Payment']> => {
    const payment = believe('Payment', fetched, attempt.attemptId);
    if (isTaken(payment)) await facts.requireCurrencyOf(attempt, payment);
    await noteMoney(attempt, payment);
    return payment;
  };
  return {
    createPayment: async (order, signal) => {
      const { attempt } = order;
      const fetched = await call(signal, (client, init, header) =>
        client.PUT('/connector/v1/payments/{attempt_id}', {
          ...init,
          params: { header, path: { attempt_id: attempt.attemptId } },
          body: writePaymentOrder(order),
          parseAs: 'text',
        }),
      );
      const payment = believe('Payment', fetched, attempt.attemptId);
      if (isTaken(payment)) facts.requireCurrency(payment, order.amount.currency);
      await noteMoney(attempt, payment);
      return readPaymentAnswer(payment);
    },
    lookUpPayment: async (attempt, signal) => {
      const fetched = await call(signal, (client, init, header) =>
        client.GET('/connector/v1/payments/{attempt_id}', {
          ...init,
          params: { header, path: { attempt_id: attempt.attemptId } },
          parseAs: 'text',
        }),
      );
      return readPaymentAnswer(await readKnown(attempt, fetched));
    },
    voidPayment: async (attempt, signal) => {
      const fetched = await call(signal, (client, init, header) =>
        client.POST('/connector/v1/payments/{attempt_id}/void', {
          ...init,
          params: { header, path: { attempt_id: attempt.attemptId } },
          parseAs: 'text',
        }),
      );
      return readVoidAnswer(await readKnown(attempt, fetched));
    },
    submitReceipt: async (receipt, signal) => {
      const { attempt, fileId } = receipt;
      const fetched = await call(signal, (client, init, header) =>
        client.PUT('/connector/v1/payments/{attempt_id}/receipts/{file_id}', {
          ...init,
          params: { header, path: { attempt_id: attempt.attemptId, file_id: fileId } },
          body: { receipt: fileOf(receipt) },
          bodySerializer: toForm,
          parseAs: 'text',
        }),
      );
      const review = believe('Review', fetched, attempt.attemptId);
      await facts.reportReview(attempt, fileId, review, readVerdict(attempt, review));
      return { outcome: 'taken' };
    },
  };
};
