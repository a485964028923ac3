import { RequestError } from '#platform/errors';
import { newId, type AttemptId, type OperationId } from '#platform/ids';
import type { KeyRing } from '#platform/secrets';
import {
  checkedRequest,
  hashRequest,
  refuseDuplicate,
  type CreateRequest,
  type FindKeyHolder,
  type KeyHolder,
  type Operation,
  type OperationsStore,
  type CreateScope,
  type UrlCheck,
} from '#features/operations';
import { paymentFigures, quoteOperation, type PricingStore } from '#features/pricing';
import type { Route, Routing } from '#providers';
import { awaitConcurrentCreate, type ConcurrentCreateNeeds } from './await-concurrent-create.ts';
import { routePayment, type RoutePaymentNeeds } from './route-payment.ts';
import type { CancellationsStore } from './cancellations-store.ts';
import { cancelledPayment, type PaymentDraft } from './payment.ts';
import type { PaymentsStore } from './payments-store.ts';

export type CreatePaymentNeeds = RoutePaymentNeeds &
  ConcurrentCreateNeeds & {
    readonly payments: Pick<PaymentsStore, 'recordIntent'>;
    readonly cancellations: Pick<CancellationsStore, 'fillTombstone'>;
    readonly findKeyHolder: FindKeyHolder;
    readonly pricing: PricingStore;
    readonly routing: Pick<Routing, 'routesFor'>;
    readonly operations: Pick<OperationsStore, 'sealAnnotations' | 'sealClient'>;
    readonly keyRing: Pick<KeyRing, 'digest' | 'isDigestOf'>;
    readonly checkWebhookUrl: UrlCheck;
    readonly acceptanceTimeoutMs: number;
  };

/** Beyond the time for providers: writing the decision, and a clock that runs differently. */
const leaseReserveMs = 5_000;

const draftPayment = async (
  needs: CreatePaymentNeeds,
  scope: CreateScope,
  order: CreateRequest,
): Promise<{ draft: PaymentDraft; routes: Route[] }> => {
  const { shopId, api } = scope;
  const { method, quote } = await quoteOperation(needs.pricing, {
    shopId,
    api,
    direction: 'payment',
    method: order.method,
    amount: order.amount,
    settlementCurrency: scope.settlementCurrency,
    bankTier: 'interbank',
  });
  const routes = await needs.routing.routesFor(shopId, 'payment', order.method, order.amount.amount);
  const operationId = newId<OperationId>();
  return {
    routes,
    draft: {
      shopId,
      api,
      operationId,
      order,
      method,
      quote,
      figures: paymentFigures(order.amount.amount, quote),
      requestHash: hashRequest(needs.keyRing, order.canonicalRequest),
      annotationsEncrypted: needs.operations.sealAnnotations(shopId, operationId, order.annotations),
      clientEncrypted: needs.operations.sealClient({ shopId, operationId, api }, order),
    },
  };
};

type Drafted = Awaited<ReturnType<typeof draftPayment>> | { readonly refusal: unknown };

/** Null: the identifier is held, or has come to be held by a cancellation. */
const createFresh = async (
  needs: CreatePaymentNeeds,
  drafted: Drafted,
  deadline: number,
): Promise<Operation | null> => {
  if ('refusal' in drafted) return null;
  const { draft, routes } = drafted;
  const [best] = routes;
  if (best === undefined) return null;
  // Waiting for an abandoned create may have used up the time that this one has for its providers: they would be said to
  // have refused what they had no time to take.
  const leastMs = needs.acceptanceTimeoutMs / 2;
  if (performance.now() > deadline - leastMs) throw new RequestError('create_in_progress');
  const attemptId = newId<AttemptId>();
  const first = { attemptId, providerId: best.provider.providerId };
  const createdAt = await needs.payments.recordIntent(draft, first, needs.acceptanceTimeoutMs + leaseReserveMs);
  return createdAt === null
    ? null
    : routePayment(needs, { ...draft, createdAt }, routes, { attemptId, route: best }, deadline);
};

/** A cancellation came first: this create says what was cancelled. Null when another create did so meanwhile. */
const createCancelled = async (needs: CreatePaymentNeeds, drafted: Drafted, tombstone: KeyHolder) => {
  if ('refusal' in drafted) throw drafted.refusal;
  const { created_at: createdAt, updated_at: cancelledAt } = tombstone;
  const { shopId, api, order } = drafted.draft;
  const operationId = tombstone.operation_id as OperationId;
  const annotationsEncrypted = needs.operations.sealAnnotations(shopId, operationId, order.annotations);
  const clientEncrypted = needs.operations.sealClient({ shopId, operationId, api }, order);
  const draft = { ...drafted.draft, operationId, annotationsEncrypted, clientEncrypted };
  const filledAt = await needs.cancellations.fillTombstone(draft);
  if (filledAt === null) return null;
  needs.followUp();
  return cancelledPayment(draft, { createdAt, cancelledAt, filledAt });
};

/**
 * Creates a payment, or answers for the one that already holds the identifier or the idempotency key, as its API wants it.
 * @throws RequestError invalid_request, identifier_reused, idempotency_key_reused, no_suitable_tariff, no_provider_accepted, create_in_progress
 */
export const createPayment = async (
  needs: CreatePaymentNeeds,
  scope: CreateScope,
  given: CreateRequest,
): Promise<Operation> => {
  const deadline = performance.now() + needs.acceptanceTimeoutMs;
  const order = await checkedRequest(needs.checkWebhookUrl, given);
  // Another turn happens only when what held the identifier let it go meanwhile.
  for (;;) {
    const drafted = await draftPayment(needs, scope, order).catch((error: unknown) => ({ refusal: error }));
    const created = await createFresh(needs, drafted, deadline);
    if (created !== null) return created;
    // The identifier is looked at before the method's rules: a re-sent create is answered even when it no longer fits.
    const held = await needs.findKeyHolder(scope.shopId, scope.api, order);
    if (held === null) {
      if ('refusal' in drafted) throw drafted.refusal;
      if (drafted.routes.length === 0) throw new RequestError('no_provider_accepted');
      continue;
    }
    if (held.status !== 'tombstone') refuseDuplicate(needs.keyRing, scope.api, held, order);
    const answered =
      held.status === 'tombstone'
        ? await createCancelled(needs, drafted, held)
        : await awaitConcurrentCreate(needs, held, order, deadline);
    if (answered !== null) return answered;
  }
};
