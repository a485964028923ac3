import type { Log } from '#platform/logs';
import { decimal, zero } from '#platform/money';
import type { OperationsStore } from '#features/operations';
import type { PricingStore } from '#features/pricing';
import {
  callTimeoutsMs,
  canCarry,
  type AttemptRef,
  type ConnectedProvider,
  type NotSent,
  type PayoutAnswer,
  type PayoutFact,
  type PayoutOrder,
  type Routing,
} from '#providers';
import { firstPollSeconds, leaseSeconds, type DueLeg, type LegsStore } from './legs-store.ts';

export type LegNeeds = {
  readonly legs: LegsStore;
  readonly routing: Pick<Routing, 'routes' | 'provider'>;
  readonly pricing: Pick<PricingStore, 'methods'>;
  readonly operations: Pick<OperationsStore, 'decryptNumber'>;
  readonly applyFact: (fact: PayoutFact) => Promise<unknown>;
  readonly applyPending: (attempt: AttemptRef) => Promise<unknown>;
  readonly log: Log;
};

/** Sent later than this, the leg might be in other hands before its provider has answered. */
const latestSendMs = leaseSeconds * 1_000 - callTimeoutsMs.createPayout - 5_000;

const longestPauseSeconds = 600;
/** A provider that is not asked just now may be asked again soon. */
const notSentPauseSeconds = 5;

/** Soon after a time-out, then ever more rarely: 1, 2, 4 … seconds. */
const nextLookSeconds = (firstSeconds: number, checks: number): number =>
  Math.min(firstSeconds * 2 ** Math.min(checks, 20), longestPauseSeconds);

const refOf = (leg: DueLeg): AttemptRef => ({ shopId: leg.shop_id, attemptId: leg.attempt_id });

const failureOf = (leg: DueLeg): PayoutFact => ({
  attempt: refOf(leg),
  state: 'failed',
  paidTotal: zero,
  returnedTotal: zero,
  evidence: [],
});

const orderOf = async (needs: LegNeeds, leg: DueLeg): Promise<PayoutOrder> => {
  const method = (await needs.pricing.methods(leg.api)).find('payout', leg.method);
  const number = needs.operations.decryptNumber(leg.shop_id, leg.operation_id, leg.number_encrypted);
  if (number === null) throw new Error('A payout has a destination number until long after its end.');
  return {
    attempt: refOf(leg),
    amount: { amount: decimal(leg.amount), currency: leg.currency },
    method: leg.method,
    rail: method?.rail ?? 'account',
    number,
    name: leg.holder_name,
    bankname: leg.bankname,
    clientId: leg.client_id,
    clientIp: leg.client_ip,
    payout: { amount: decimal(leg.expected_amount), leg: leg.leg, legs: leg.legs },
  };
};

/** A declined leg goes to the best route that has not been asked for it yet. */
const declined = async (needs: LegNeeds, leg: DueLeg, reason: string): Promise<void> => {
  const tried = await needs.legs.triedProviders(leg);
  const routes = await needs.routing.routes(leg.shop_id, 'payout', leg.method);
  const next = routes.find((route) => !tried.has(route.provider.providerId) && canCarry(route, decimal(leg.amount)));
  const isDeclined = await needs.legs.decline(leg, reason, next?.provider.providerId ?? null);
  if (isDeclined && next === undefined) await needs.applyPending(refOf(leg));
};

const answered = async (needs: LegNeeds, leg: DueLeg, answer: PayoutAnswer | NotSent): Promise<void> => {
  if (answer.outcome === 'accepted') return needs.legs.noteAccepted(leg);
  if (answer.outcome === 'declined') return declined(needs, leg, answer.reason);
  // It is as it was before it was claimed; one that was sent before stays unknown.
  if (answer.outcome === 'not_sent' && leg.was === 'queued') return needs.legs.requeue(leg, notSentPauseSeconds);
  return needs.legs.noteUnknown(leg, nextLookSeconds(1, leg.checks));
};

const send = async (needs: LegNeeds, provider: ConnectedProvider, leg: DueLeg): Promise<void> => {
  const order = await orderOf(needs, leg);
  // This process stood still. Nothing was sent, and whoever claims the leg next finds that out.
  if (performance.now() - leg.claimedAtMs > latestSendMs) return;
  await answered(needs, leg, await provider.createPayout(order));
};

/** No order there: it may still be on its way, so it is sent again only where that cannot make a second one. */
const notFound = async (needs: LegNeeds, provider: ConnectedProvider, leg: DueLeg): Promise<void> => {
  if (provider.isPayoutRepeatable) {
    const inHand = await needs.legs.noteSending(leg);
    if (inHand !== null) await send(needs, provider, inHand);
    return;
  }
  const { operation_id: operationId, attempt_id: attemptId, checks } = leg;
  needs.log.warn({ operationId, attemptId, checks }, 'a payout leg of unknown outcome is not found at its provider');
  return needs.legs.noteUnknown(leg, nextLookSeconds(1, checks));
};

const lookUp = async (needs: LegNeeds, provider: ConnectedProvider, leg: DueLeg): Promise<void> => {
  const found = await provider.lookUpPayout(refOf(leg));
  if (found.outcome === 'declined') {
    // One that was accepted stays with its provider: it failed there.
    if (leg.was === 'accepted') return void (await needs.applyFact(failureOf(leg)));
    return declined(needs, leg, found.reason);
  }
  if (found.outcome === 'found') {
    await needs.applyFact(found.fact);
    return needs.legs.postpone(leg, nextLookSeconds(firstPollSeconds, leg.checks));
  }
  if (leg.was === 'accepted') return needs.legs.postpone(leg, nextLookSeconds(firstPollSeconds, leg.checks));
  if (found.outcome === 'not_found') return notFound(needs, provider, leg);
  return needs.legs.noteUnknown(leg, nextLookSeconds(1, leg.checks));
};

/** Sends a leg that was surely not sent yet; looks any other up, and never sends it to anybody else. */
export const workOnLeg = async (needs: LegNeeds, leg: DueLeg): Promise<void> => {
  const provider = await needs.routing.provider(leg.provider_id);
  await (leg.was === 'queued' ? send(needs, provider, leg) : lookUp(needs, provider, leg));
};
