import { createHash } from 'node:crypto';
import { decimal } from '#platform/money';
import type { AttemptId, ShopId } from '#platform/ids';
import type {
  AttemptRef,
  ProviderDecorator,
  PaymentAnswer,
  PaymentFact,
  PayoutAnswer,
  PayoutFact,
  PayoutLookup,
  PaymentOrder,
  PayoutOrder,
  ProviderReports,
  ReceiptVerdict,
  SubmissionAnswer,
  VoidAnswer,
} from '#providers';
import type { Question } from './bank.ts';
import type { WireFact, WireMessage, WireVerdict } from './bank-order.ts';

const toFact = (fact: WireFact): PayoutFact => ({
  attempt: { shopId: fact.shopId as ShopId, attemptId: fact.attemptId as AttemptId },
  state: fact.state,
  paidTotal: decimal(fact.paidTotal),
  returnedTotal: decimal(fact.returnedTotal),
  evidence: fact.evidence.map((amount) => ({ amount: decimal(amount), completedAt: new Date() })),
});

const toVerdict = ({ shopId, attemptId, fileId, outcome, reason, paidTotal }: WireVerdict): ReceiptVerdict => {
  const about = { attempt: { shopId: shopId as ShopId, attemptId: attemptId as AttemptId }, fileId };
  if (outcome === 'accepted') return { ...about, outcome, paidTotal: decimal(paidTotal), evidence: [] };
  return outcome === 'rejected' ? { ...about, outcome } : { ...about, outcome, reason };
};

/** Brings a fact, or a verdict, on record; resolves only then. False when its attempt is not known. */
export const reportTo = async (reports: ProviderReports, fact: WireMessage): Promise<unknown> => {
  if (fact.type === 'receipt') {
    const isOfUse = await reports.reportReceipt(toVerdict(fact));
    // Any other verdict may come too late to be of use.
    return fact.outcome === 'accepted' ? isOfUse : true;
  }
  const { returnedTotal: _returnedTotal, ...payment } = toFact(fact);
  return fact.type === 'payment' ? reports.report(payment satisfies PaymentFact) : reports.reportPayout(toFact(fact));
};

/** Every order goes to the bank of the trial instead of the sandbox, which only says how a payout is split. */
export const throughBank =
  (bankUrl: string, onConnected: (reports: ProviderReports) => void): ProviderDecorator =>
  (provider, reports) => {
    onConnected(reports);
    const { providerId } = provider;
    const ask = async <Answer>(path: string, question: Partial<Question>, signal: AbortSignal): Promise<Answer> => {
      const body = JSON.stringify({ providerId, ...question });
      const response = await fetch(`${bankUrl}${path}`, { method: 'POST', body, signal });
      return (await response.json()) as Answer;
    };
    const questionOf = (
      type: 'payment' | 'payout',
      { attempt, amount }: PaymentOrder | PayoutOrder,
      asked = amount.amount,
    ) => ({
      type,
      ...attempt,
      amount: amount.amount.toFixed(2),
      asked: asked.toFixed(2),
    });
    return {
      ...provider,
      createPayment: (order, signal) => ask<PaymentAnswer>('/create', questionOf('payment', order), signal),
      lookUpPayment: (attempt, signal) => ask<PaymentAnswer>('/look-up', { type: 'payment', ...attempt }, signal),
      voidPayment: async (attempt: AttemptRef, signal): Promise<VoidAnswer> => {
        const said = await ask<{ outcome: VoidAnswer['outcome']; paidTotal: string }>(
          '/void',
          { type: 'payment', ...attempt },
          signal,
        );
        return said.outcome === 'paid'
          ? { outcome: 'paid', paidTotal: decimal(said.paidTotal) }
          : { outcome: said.outcome };
      },
      submitReceipt: ({ attempt, fileId, content }, signal) => {
        const digest = createHash('sha256').update(content).digest('hex');
        return ask<SubmissionAnswer>('/review', { type: 'payment', ...attempt, fileId, digest }, signal);
      },
      // The second bank would send the money twice.
      isPayoutRepeatable: providerId.endsWith('-1'),
      createPayout: (order, signal) =>
        ask<PayoutAnswer>('/create', questionOf('payout', order, order.payout.amount), signal),
      lookUpPayout: async (attempt, signal): Promise<PayoutLookup> => {
        const said = await ask<{ outcome: 'found'; fact: WireFact } | { outcome: 'not_found' }>(
          '/look-up',
          { type: 'payout', ...attempt },
          signal,
        );
        return said.outcome === 'found' ? { outcome: 'found', fact: toFact(said.fact) } : said;
      },
    };
  };
