import { RequestError } from '#platform/errors';
import { newId, type AttemptId } from '#platform/ids';
import type { KeyRing } from '#platform/secrets';
import { failOver, type AttemptEnd, type AttemptsStore } from '#features/attempts';
import { isVisible, operationOf, requireSameRequest, type Operation, type OperationsStore } from '#features/operations';
import type { ConnectedProvider, NotSent, PaymentAnswer, Route } from '#providers';
import { acceptedPayment, isUsable, type Acceptance, type PaymentDraft, type RecordedDraft } from './payment.ts';
import { recordAcceptance } from './record-acceptance.ts';
import type { OpenCreates } from './open-creates.ts';
import type { PaymentsStore } from './payments-store.ts';

export type RoutePaymentNeeds = {
  readonly attempts: Pick<AttemptsStore, 'recordNextAttempt' | 'giveUpAttempt'>;
  readonly payments: Pick<PaymentsStore, 'rejectIntent' | 'accept' | 'findDecision'>;
  readonly operations: Pick<OperationsStore, 'sealNumber' | 'sealDetails' | 'unseal'>;
  readonly keyRing: Pick<KeyRing, 'isDigestOf'>;
  readonly openCreates: OpenCreates;
  /** Tells the jobs that there is something to look into, so that they need not wait for their next turn. */
  readonly followUp: () => void;
  /** Applies a fact that was noted before the provider's own answer. */
  readonly applyPendingReport: (attempt: { shopId: PaymentDraft['shopId']; attemptId: AttemptId }) => Promise<unknown>;
};

/** A provider asked later than this before the deadline could not answer in time; its order would only be voided. */
const shortestWaitMs = 50;

/** Like an order that may or may not exist. */
const unwanted = { outcome: 'unknown' } as const;

/** `decided`: another process ended the create meanwhile, so no request waits for the provider any more. */
const sendTo = async (
  needs: RoutePaymentNeeds,
  provider: ConnectedProvider,
  draft: PaymentDraft,
  attemptId: AttemptId,
  timeoutMs: number,
): Promise<PaymentAnswer | NotSent | { readonly outcome: 'decided' }> => {
  const { order, method, shopId } = draft;
  const { amount, clientId, clientIp, clientPhone, clientCreatedAt } = order;
  const attempt = { shopId, attemptId };
  const client = { clientId, clientIp, clientPhone, clientCreatedAt };
  const payment = { attempt, amount, method: method.code, rail: method.rail, ...client };
  const watch = needs.openCreates.watch(draft);
  const asked = provider.createPayment(payment, timeoutMs);
  const decided = watch.decided.then((outcome) => ({ outcome }));
  return Promise.race([asked, decided]).finally(watch.leave);
};

/**
 * The payment as it is now, after another process moved it while a provider was working on it. One that was given up is
 * no refusal: its identifier becomes free, and the same request may do better. Null: a cancellation came after that.
 */
const answerDecision = async (needs: RoutePaymentNeeds, draft: PaymentDraft): Promise<Operation | null> => {
  const decided = await needs.payments.findDecision(draft.shopId, draft.operationId);
  if (decided?.status === 'tombstone') return null;
  if (decided !== null && isVisible(decided.status)) {
    // It was given up and cancelled while this process stood still, and another body has filled in what was left.
    requireSameRequest(needs.keyRing, decided, draft.order);
    return operationOf(decided, needs.operations);
  }
  throw new RequestError(decided?.rejection_code ? 'no_provider_accepted' : 'create_in_progress');
};

const accept = async (
  needs: RoutePaymentNeeds,
  draft: RecordedDraft,
  route: Route,
  attemptId: AttemptId,
  acceptance: Acceptance,
): Promise<Operation | null> => {
  const { shopId, operationId } = draft;
  const { rail } = draft.method;
  const { lifetimeSeconds } = route;
  const accepted = { shopId, api: draft.api, operationId, attemptId, rail, lifetimeSeconds };
  const recorded = await recordAcceptance(needs, accepted, acceptance);
  if (recorded === null) {
    await needs.attempts.giveUpAttempt(shopId, attemptId);
    needs.followUp();
    return answerDecision(needs, draft);
  }
  if (acceptance.isReceiptRequired) needs.followUp();
  if (!recorded.isFactPending) return acceptedPayment(draft, acceptance, recorded);
  await needs.applyPendingReport({ shopId, attemptId });
  return answerDecision(needs, draft);
};

/** An attempt that was not sent never will be: there is as surely no order for it as for one that was declined. */
const endOf = (attemptId: AttemptId, answer: Exclude<PaymentAnswer | NotSent, Acceptance>): AttemptEnd =>
  answer.outcome === 'unknown'
    ? { attemptId, state: 'unknown', declineReason: null }
    : { attemptId, state: 'declined', declineReason: answer.reason };

/** An attempt that is on record, at the provider of a route. */
export type PaymentAttempt = { readonly attemptId: AttemptId; readonly route: Route };

/** Unknown outcomes let the next provider be asked: their orders are voided, and never issue details. */
const ask = async (
  needs: RoutePaymentNeeds,
  draft: RecordedDraft,
  { attemptId, route }: PaymentAttempt,
  remainingMs: number,
) => {
  const timeoutMs = Math.max(0, Math.min(remainingMs, route.answerTimeoutMs ?? Number.POSITIVE_INFINITY));
  const given = await sendTo(needs, route.provider, draft, attemptId, timeoutMs);
  const answer =
    given.outcome === 'accepted' && !isUsable(given, draft.api, draft.order.amount.amount) ? unwanted : given;
  if (answer.outcome === 'decided') return { result: await answerDecision(needs, draft) };
  if (answer.outcome === 'accepted') return { result: await accept(needs, draft, route, attemptId, answer) };
  const ended = endOf(attemptId, answer);
  if (ended.state === 'unknown') needs.followUp();
  return { ended };
};

/** No provider has accepted. */
const reject = async (needs: RoutePaymentNeeds, draft: RecordedDraft, ended: AttemptEnd): Promise<Operation | null> => {
  const { shopId, operationId } = draft;
  const isRejected = await needs.payments.rejectIntent(shopId, operationId, ended, 'no_provider_accepted');
  if (!isRejected) return answerDecision(needs, draft);
  needs.followUp();
  throw new RequestError('no_provider_accepted');
};

/**
 * Asks one provider after the other, each attempt on record before it is sent, until one accepts or time is up. Null when
 * the create was given up meanwhile and left only a cancellation behind, which the same request may fill in.
 */
export const routePayment = (
  needs: RoutePaymentNeeds,
  draft: RecordedDraft,
  routes: readonly Route[],
  first: PaymentAttempt,
  deadline: number,
): Promise<Operation | null> => {
  const remainingMs = (): number => deadline - performance.now();
  const asked = new Set([first.route.provider.providerId]);
  return failOver<PaymentAttempt, AttemptEnd, Operation | null>(
    {
      amount: draft.order.amount.amount,
      ask: (attempt) => ask(needs, draft, attempt, remainingMs()),
      routes: () => Promise.resolve(routes),
      asked: () => Promise.resolve(asked),
      goOn: async (ended, route) => {
        if (route === null || remainingMs() < shortestWaitMs) return { result: await reject(needs, draft, ended) };
        const { providerId } = route.provider;
        const next = { attemptId: newId<AttemptId>(), providerId };
        asked.add(providerId);
        const isRecorded = await needs.attempts.recordNextAttempt(draft, ended, next, asked.size);
        if (!isRecorded) return { result: await answerDecision(needs, draft) };
        return { attempt: { attemptId: next.attemptId, route } };
      },
    },
    first,
  );
};
