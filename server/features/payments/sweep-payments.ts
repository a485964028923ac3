import { decimal } from '#platform/money';
import { eachApart } from '#platform/each-apart';
import type { Log } from '#platform/logs';
import type { Metrics } from '#platform/metrics';
import type { PricingStore } from '#features/pricing';
import type { OperationsStore } from '#features/operations';
import type { AttemptRef, PaymentFact, Routing } from '#providers';
import { isUsable, type Acceptance } from './payment.ts';
import { recordAcceptance } from './record-acceptance.ts';
import type { PaymentsStore } from './payments-store.ts';
import type { ClaimedCreate, OpenAttempt, SweepStore, UnknownAttempt } from './sweep-store.ts';

export type SweepNeeds = {
  readonly sweep: SweepStore;
  readonly payments: Pick<PaymentsStore, 'accept'>;
  readonly operations: Pick<OperationsStore, 'sealNumber' | 'sealDetails'>;
  readonly pricing: Pick<PricingStore, 'methods'>;
  readonly routing: Routing;
  readonly applyPendingReport: (attempt: AttemptRef) => Promise<unknown>;
  readonly applyFact: (fact: PaymentFact) => Promise<unknown>;
  readonly metrics: Pick<Metrics, 'undecidedCreates'>;
  readonly log: Log;
};

const mostExpired = 20;
const mostToVoid = 50;
/** Where the route of a crashed create is gone, its payment lives as long as any by default. */
const defaultLifetimeSeconds = 1_800;

const refOf = (attempt: OpenAttempt): AttemptRef => ({ shopId: attempt.shop_id, attemptId: attempt.attempt_id });

const finish = async (
  needs: SweepNeeds,
  create: ClaimedCreate,
  attempt: OpenAttempt,
  acceptance: Acceptance,
): Promise<boolean> => {
  const method = (await needs.pricing.methods(create.api)).find('payment', create.method);
  const routes = await needs.routing.routesFor(
    create.shop_id,
    'payment',
    create.method,
    decimal(create.expected_amount),
  );
  const route = routes.find(({ provider }) => provider.providerId === attempt.provider_id);
  const accepted = {
    ...refOf(attempt),
    api: create.api,
    operationId: create.operation_id,
    rail: method?.rail ?? 'account',
    lifetimeSeconds: route?.lifetimeSeconds ?? defaultLifetimeSeconds,
  };
  const recorded = await recordAcceptance(needs, accepted, acceptance);
  if (recorded?.isFactPending) await needs.applyPendingReport(refOf(attempt));
  return recorded !== null;
};

/** Decides a create whose process died: it is finished when its provider accepted, else given up and voided. */
const decideCreate = async (needs: SweepNeeds, create: ClaimedCreate): Promise<void> => {
  for (const attempt of await needs.sweep.openAttempts(create)) {
    const provider = await needs.routing.provider(attempt.provider_id);
    const answer = await provider.lookUpPayment(refOf(attempt));
    if (answer.outcome !== 'accepted' || !isUsable(answer, create.api, decimal(create.expected_amount))) continue;
    if (await finish(needs, create, attempt, answer)) return;
  }
  await needs.sweep.giveUpCreate(create);
};

const voidUnknown = async (needs: SweepNeeds, attempt: UnknownAttempt): Promise<void> => {
  const provider = await needs.routing.provider(attempt.provider_id);
  const answer = await provider.voidPayment(refOf(attempt));
  if (answer.outcome === 'paid') {
    const { paidTotal } = answer;
    await needs.applyFact({ attempt: refOf(attempt), state: 'paid', paidTotal, evidence: [] });
  }
  if (answer.outcome !== 'unknown') return needs.sweep.voidAttempt(attempt);
  needs.log.warn({ operationId: attempt.operation_id, checks: attempt.checks }, 'an attempt could not be voided yet');
};

/** One that fails is tried again by a later sweep. */
const forEach = <Item>({ log }: SweepNeeds, items: readonly Item[], work: (item: Item) => Promise<unknown>) =>
  eachApart(items, work, log, 'a sweep step failed');

/**
 * Looks after creates that no request decides any more, attempts of unknown outcome and facts without effect. True when there
 * may be more to do at once.
 */
export const sweepPayments = async (needs: SweepNeeds): Promise<boolean> => {
  const expired = await needs.sweep.claimExpired(mostExpired);
  needs.metrics.undecidedCreates.set(expired.rows.length);
  await forEach(needs, expired.rows, (create) => decideCreate(needs, create));
  const toVoid = await needs.sweep.claimToVoid(mostToVoid);
  await forEach(needs, toVoid.rows, (attempt) => voidUnknown(needs, attempt));
  await forEach(needs, await needs.sweep.pendingFacts(), (attempt) => needs.applyPendingReport(refOf(attempt)));
  return expired.isMore || toVoid.isMore;
};

/** The same for one create, on behalf of a merchant who asks for it again. */
export const takeOverCreate = async (needs: SweepNeeds, shopId: OpenAttempt['shop_id'], operationId: string) => {
  const create = await needs.sweep.claimOne(shopId, operationId);
  if (create === null) return;
  await decideCreate(needs, create);
  const unknown = await needs.sweep.claimUnknownOf(create);
  await forEach(needs, unknown, (attempt) => voidUnknown(needs, attempt));
};
