import { RequestError } from '#platform/errors';
import { newId, type AttemptId, type OperationId } from '#platform/ids';
import type { KeyRing } from '#platform/secrets';
import { digestBody, type CreateRequest, type FindHeld, type Operation, type ShopScope } from '#features/operations';
import { paymentFigures, quoteOperation, type PricingStore } from '#features/pricing';
import type { Route, Routing } from '#providers';
import { awaitHeldCreate, type HeldCreateNeeds } from './await-held-create.ts';
import { routePayment, type RoutePaymentNeeds } from './route-payment.ts';
import type { PaymentDraft } from './payment.ts';
import type { PaymentsStore } from './payments-store.ts';

export type CreatePaymentNeeds = RoutePaymentNeeds &
  HeldCreateNeeds & {
    readonly payments: Pick<PaymentsStore, 'recordIntent'>;
    readonly findHeld: FindHeld;
    readonly pricing: PricingStore;
    readonly routing: Pick<Routing, 'routesFor'>;
    readonly keyRing: Pick<KeyRing, 'digest'>;
    readonly acceptanceTimeoutMs: number;
  };

/** Beyond the time for providers: writing the decision, and a clock that runs differently. */
const leaseReserveMs = 5_000;

const draftPayment = async (
  needs: CreatePaymentNeeds,
  shop: ShopScope,
  order: CreateRequest,
): Promise<{ draft: PaymentDraft; routes: Route[] }> => {
  const { method, quote } = await quoteOperation(needs.pricing, {
    shopId: shop.shopId,
    api: order.api,
    direction: 'payment',
    method: order.method,
    amount: order.amount,
    settlementCurrency: shop.settlementCurrency,
    bankTier: 'interbank',
  });
  const routes = await needs.routing.routesFor(shop.shopId, 'payment', order.method, order.amount.amount);
  if (routes.length === 0) throw new RequestError('no_provider_accepted');
  return {
    routes,
    draft: {
      shopId: shop.shopId,
      operationId: newId<OperationId>(),
      order,
      method,
      quote,
      figures: paymentFigures(order.amount.amount, quote),
      bodyDigest: digestBody(needs.keyRing, order.fingerprint),
    },
  };
};

/** The identifier is looked at before the method's rules: a re-sent create is answered even when it no longer fits. */
const answerHeldOrThrow = async (
  needs: CreatePaymentNeeds,
  shop: ShopScope,
  order: CreateRequest,
  deadline: number,
  refusal: unknown,
): Promise<Operation | null> => {
  const held = await needs.findHeld(shop.shopId, order.api, order.merchantOperationId);
  if (held === null) throw refusal;
  return awaitHeldCreate(needs, held, order.fingerprint, deadline);
};

/**
 * Creates a payment, or answers the one that already holds the identifier with the same body.
 * @throws RequestError invalid_request, identifier_reused, no_suitable_tariff, no_provider_accepted, create_in_progress
 */
export const createPayment = async (
  needs: CreatePaymentNeeds,
  shop: ShopScope,
  order: CreateRequest,
): Promise<Operation> => {
  const deadline = performance.now() + needs.acceptanceTimeoutMs;
  // A second turn happens only when the create that held the identifier was given up and freed it.
  for (;;) {
    const drafted = await draftPayment(needs, shop, order).catch((error: unknown) => ({ refusal: error }));
    if ('refusal' in drafted) {
      const answered = await answerHeldOrThrow(needs, shop, order, deadline, drafted.refusal);
      if (answered !== null) return answered;
      continue;
    }
    // Waiting for an abandoned create may have used up the time that this one has for its providers: they would be
    // said to have refused what they had no time to take.
    const leastMs = needs.acceptanceTimeoutMs / 2;
    if (performance.now() > deadline - leastMs) throw new RequestError('create_in_progress');
    const { draft, routes } = drafted;
    const first = { attemptId: newId<AttemptId>(), providerId: routes[0]!.provider.providerId };
    if (await needs.payments.recordIntent(draft, first, needs.acceptanceTimeoutMs + leaseReserveMs)) {
      return routePayment(needs, draft, routes, first, deadline);
    }
    const held = await needs.findHeld(shop.shopId, order.api, order.merchantOperationId);
    const answered = held === null ? null : await awaitHeldCreate(needs, held, order.fingerprint, deadline);
    if (answered !== null) return answered;
  }
};
