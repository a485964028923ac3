import type {
  AttemptRef,
  CallSignal,
  DocumentAnswer,
  EvidenceAnswer,
  PaymentAnswer,
  PaymentOrder,
  PayoutAnswer,
  PayoutLookup,
  PayoutOrder,
  Provider,
  SubmissionAnswer,
  SubmittedReceipt,
  VoidAnswer,
} from '../port.ts';
import { createAsk, noLimits, type GatewayNeeds, type NotSent, type ProviderLimits, type Unknown } from './ask.ts';
import { callTimeoutsMs } from './call-timeouts.ts';

/**
 * A provider as features ask it. No call throws, each has an end, and what is not known is `unknown`. That an order was
 * not sent is said where it makes a difference; elsewhere nothing was learned, which is unknown as well.
 */
export type ConnectedProvider = Pick<Provider, 'providerId' | 'isPayoutRepeatable' | 'splitPayout'> & {
  readonly createPayment: (order: PaymentOrder, timeoutMs: number) => Promise<PaymentAnswer | NotSent>;
  readonly lookUpPayment: (attempt: AttemptRef) => Promise<PaymentAnswer>;
  readonly voidPayment: (attempt: AttemptRef) => Promise<VoidAnswer>;
  readonly createPayout: (order: PayoutOrder) => Promise<PayoutAnswer | NotSent>;
  readonly lookUpPayout: (attempt: AttemptRef) => Promise<PayoutLookup>;
  readonly submitReceipt: (receipt: SubmittedReceipt) => Promise<SubmissionAnswer>;
  readonly fetchEvidence: (attempt: AttemptRef) => Promise<EvidenceAnswer>;
  readonly fetchDocument: (attempt: AttemptRef, documentId: string) => Promise<DocumentAnswer>;
};

/** The one way to a provider: whatever a process asks of it passes through what this opens, once per provider. */
export type Gateway = (provider: Provider, limits?: ProviderLimits) => ConnectedProvider;

const isNotSent = (answer: { readonly outcome: string }): answer is NotSent => answer.outcome === 'not_sent';

export const createGateway =
  (needs: GatewayNeeds): Gateway =>
  (provider, limits = noLimits) => {
    const ask = createAsk(provider.providerId, needs, limits);
    const askFor = async <Answer extends { readonly outcome: string }>(
      call: keyof typeof callTimeoutsMs,
      attempt: AttemptRef,
      send: (signal: CallSignal) => Promise<Answer>,
    ): Promise<Answer | Unknown> => {
      const answer = await ask({ call, attempt, timeoutMs: callTimeoutsMs[call], send });
      return isNotSent(answer) ? { outcome: 'unknown' } : answer;
    };
    return {
      providerId: provider.providerId,
      // A provider may learn it anew while it is connected.
      get isPayoutRepeatable() {
        return provider.isPayoutRepeatable;
      },
      splitPayout: (amount) => provider.splitPayout(amount),
      createPayment: (order, timeoutMs) =>
        ask({
          call: 'createPayment',
          attempt: order.attempt,
          timeoutMs,
          send: (signal) => provider.createPayment(order, signal),
        }),
      lookUpPayment: (attempt) => askFor('lookUpPayment', attempt, (signal) => provider.lookUpPayment(attempt, signal)),
      voidPayment: (attempt) => askFor('voidPayment', attempt, (signal) => provider.voidPayment(attempt, signal)),
      createPayout: (order) =>
        ask({
          call: 'createPayout',
          attempt: order.attempt,
          timeoutMs: callTimeoutsMs.createPayout,
          send: (signal) => provider.createPayout(order, signal),
        }),
      lookUpPayout: (attempt) => askFor('lookUpPayout', attempt, (signal) => provider.lookUpPayout(attempt, signal)),
      submitReceipt: (receipt) =>
        askFor('submitReceipt', receipt.attempt, (signal) => provider.submitReceipt(receipt, signal)),
      fetchEvidence: (attempt) => askFor('fetchEvidence', attempt, (signal) => provider.fetchEvidence(attempt, signal)),
      fetchDocument: (attempt, documentId) =>
        askFor('fetchDocument', attempt, (signal) => provider.fetchDocument(attempt, documentId, signal)),
    };
  };
