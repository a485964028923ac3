import type { Log } from '#platform/logs';
import { decimal, zero } from '#platform/money';
import { failOver, type AttemptsStore, type LegInHand } from '#features/attempts';
import type { OperationsStore } from '#features/operations';
import type { PricingStore } from '#features/pricing';
import {
  callTimeoutsMs,
  type AttemptRef,
  type ConnectedProvider,
  type NotSent,
  type PayoutAnswer,
  type PayoutFact,
  type PayoutOrder,
  type Routing,
} from '#providers';
import { leaseSeconds, type DueLeg, type LegsStore } from './legs-store.ts';

export type LegNeeds = {
  readonly legs: LegsStore;
  readonly attempts: Pick<AttemptsStore, 'declineLeg' | 'askedForLeg'>;
  readonly routing: Pick<Routing, 'routes' | 'provider' | 'isInMaintenance'>;
  readonly pricing: Pick<PricingStore, 'methods'>;
  readonly operations: Pick<OperationsStore, 'unsealPayout'>;
  readonly applyFact: (fact: PayoutFact) => Promise<unknown>;
  readonly applyPending: (attempt: AttemptRef) => Promise<unknown>;
  readonly log: Log;
};

/** Sent later than this, the leg might be in other hands before its provider has answered. */
const latestSendMs = leaseSeconds * 1_000 - callTimeoutsMs.createPayout - 5_000;

/** A provider that is not asked just now may be asked again soon, and one in maintenance in a while. */
const notSentPauseSeconds = (reason: NotSent['reason']): number => (reason === 'maintenance' ? 30 : 5);

const refOf = (leg: DueLeg): AttemptRef => ({ shopId: leg.shop_id, attemptId: leg.attempt_id });

const inHand = (leg: DueLeg): LegInHand => ({
  ...refOf(leg),
  operationId: leg.operation_id,
  leg: leg.leg,
  claim: leg.claim,
});

const failureOf = (leg: DueLeg): PayoutFact => ({
  attempt: refOf(leg),
  state: 'failed',
  paidTotal: zero,
  returnedTotal: zero,
  evidence: [],
});

const orderOf = async (needs: LegNeeds, leg: DueLeg): Promise<PayoutOrder> => {
  const method = (await needs.pricing.methods(leg.api)).find('payout', leg.method);
  const { number, name, client } = needs.operations.unsealPayout(leg);
  if (number === null) throw new Error('A payout has a destination number until long after its end.');
  return {
    attempt: refOf(leg),
    amount: { amount: decimal(leg.amount), currency: leg.currency },
    method: leg.method,
    rail: method?.rail ?? 'account',
    number,
    name,
    bankname: leg.bankname,
    clientId: leg.client_id,
    clientIp: client.ip,
    clientPhone: client.phone,
    clientCreatedAt: client.createdAt,
    payout: { amount: decimal(leg.expected_amount), leg: leg.leg, legs: leg.legs },
  };
};

/** No other provider is asked for the leg, at least for now. */
const done = { result: undefined } as const;

/** A decline, with the leg in the hands in which it was learned. */
type Declined = { readonly leg: DueLeg; readonly reason: string };

type Worked = typeof done | { readonly ended: Declined };

const answered = async (needs: LegNeeds, leg: DueLeg, answer: PayoutAnswer | NotSent): Promise<Worked> => {
  if (answer.outcome === 'declined') return { ended: { leg, reason: answer.reason } };
  if (answer.outcome === 'accepted') await needs.legs.noteAccepted(leg);
  // It is as it was before it was claimed; one that was sent before stays unknown.
  else if (answer.outcome === 'not_sent' && leg.was === 'queued')
    await needs.legs.requeue(leg, notSentPauseSeconds(answer.reason));
  else await needs.legs.noteUnknown(leg);
  return done;
};

const send = async (needs: LegNeeds, provider: ConnectedProvider, leg: DueLeg): Promise<Worked> => {
  const use = { providerId: leg.provider_id, direction: 'payout', method: leg.method } as const;
  if (await needs.routing.isInMaintenance(use)) {
    return answered(needs, leg, { outcome: 'not_sent', reason: 'maintenance' });
  }
  const order = await orderOf(needs, leg);
  // This process stood still. Nothing was sent, and the process that claims the leg next finds that out.
  if (performance.now() - leg.claimedAtMs > latestSendMs) return done;
  return answered(needs, leg, await provider.createPayout(order));
};

/** No order there: it may still be on its way, so it is sent again only where that cannot make a second one. */
const notFound = async (needs: LegNeeds, provider: ConnectedProvider, leg: DueLeg): Promise<Worked> => {
  if (provider.isPayoutRepeatable) {
    const sending = await needs.legs.noteSending(leg);
    return sending === null ? done : send(needs, provider, sending);
  }
  const { operation_id: operationId, attempt_id: attemptId, checks } = leg;
  needs.log.warn({ operationId, attemptId, checks }, 'a payout leg of unknown outcome is not found at its provider');
  await needs.legs.noteUnknown(leg);
  return done;
};

const lookUp = async (needs: LegNeeds, provider: ConnectedProvider, leg: DueLeg): Promise<Worked> => {
  const found = await provider.lookUpPayout(refOf(leg));
  const isAccepted = leg.was === 'accepted';
  // One that was accepted stays with its provider: it failed there.
  if (found.outcome === 'declined' && isAccepted) await needs.applyFact(failureOf(leg));
  else if (found.outcome === 'declined') return { ended: { leg, reason: found.reason } };
  else if (found.outcome === 'found' || isAccepted) {
    if (found.outcome === 'found') await needs.applyFact(found.fact);
    await needs.legs.postpone(leg);
  } else if (found.outcome === 'not_found') return notFound(needs, provider, leg);
  else await needs.legs.noteUnknown(leg);
  return done;
};

/**
 * Sends a leg that was surely not sent yet; looks any other up. Only one that was declined goes to the best route that has
 * not been asked for it yet, by another attempt, which the process that claims it sends.
 */
export const workOnLeg = (needs: LegNeeds, claimed: DueLeg): Promise<void> =>
  failOver<DueLeg, Declined, void>(
    {
      amount: decimal(claimed.amount),
      ask: async (leg) => {
        const provider = await needs.routing.provider(leg.provider_id);
        return leg.was === 'queued' ? send(needs, provider, leg) : lookUp(needs, provider, leg);
      },
      routes: () => needs.routing.routes(claimed.shop_id, 'payout', claimed.method),
      asked: () => needs.attempts.askedForLeg(inHand(claimed)),
      goOn: async ({ leg, reason }, next) => {
        const isDeclined = await needs.attempts.declineLeg(inHand(leg), reason, next?.provider.providerId ?? null);
        if (isDeclined && next === null) await needs.applyPending(refOf(leg));
        return done;
      },
    },
    claimed,
  );
