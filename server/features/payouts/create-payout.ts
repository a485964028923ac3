import { invalidField, RequestError } from '#platform/errors';
import { newId, type AttemptId, type OperationId } from '#platform/ids';
import { zero, type Decimal } from '#platform/money';
import type { KeyRing } from '#platform/secrets';
import {
  digestBody,
  identifierReused,
  isSameBody,
  isVisible,
  operationOf,
  type FindHeld,
  type HeldIdentifier,
  type Operation,
  type OperationsStore,
  type ShopScope,
} from '#features/operations';
import { payoutFigures, quoteOperation, type PricingStore } from '#features/pricing';
import type { StoredBalance } from '#ledger';
import type { Routing } from '#providers';
import { isDestination, readDestination } from './destination.ts';
import { createdPayout, type PayoutDraft, type PayoutRequest } from './payout.ts';
import type { PayoutsStore } from './payouts-store.ts';
import { splitPayout } from './split-payout.ts';

export type CreatePayoutNeeds = {
  readonly payouts: PayoutsStore;
  readonly findHeld: FindHeld;
  readonly operations: Pick<OperationsStore, 'sealNumber' | 'sealAnnotations' | 'unseal'>;
  readonly pricing: PricingStore;
  readonly routing: Pick<Routing, 'routes'>;
  readonly readBalances: (shopId: string) => Promise<readonly StoredBalance[]>;
  readonly keyRing: Pick<KeyRing, 'digest' | 'isDigestOf'>;
  /** Tells the jobs that there are legs to send. */
  readonly followUp: () => void;
};

/** Each turn loses only to an operation that held the identifier and let it go again. */
const mostTurns = 5;

/** Money is looked at before routes: without either, it is the missing money that the merchant hears of. */
const refuseUnroutable = async (needs: CreatePayoutNeeds, shop: ShopScope, charged: Decimal): Promise<never> => {
  const balances = await needs.readBalances(shop.shopId);
  const available = balances.find(
    ({ account, balance }) => account === 'available' && balance.currency === shop.settlementCurrency,
  );
  const isCovered = (available?.balance.amount ?? zero).gte(charged);
  throw new RequestError(isCovered ? 'no_provider_accepted' : 'insufficient_balance');
};

const draftPayout = async (needs: CreatePayoutNeeds, shop: ShopScope, order: PayoutRequest): Promise<PayoutDraft> => {
  const known = (await needs.pricing.methods(order.api)).find('payout', order.method);
  const read = known === undefined ? [] : readDestination(order, known);
  const destination = isDestination(read) ? read : null;
  const { quote } = await quoteOperation(needs.pricing, {
    shopId: shop.shopId,
    api: order.api,
    direction: 'payout',
    method: order.method,
    amount: order.amount,
    settlementCurrency: shop.settlementCurrency,
    bankTier: destination?.bankname === 'sber' ? 'intrabank' : 'interbank',
    otherFaults: isDestination(read) ? [] : read,
  });
  // A method that came to be just now is met again by the next request.
  if (destination === null) throw new RequestError('create_in_progress');
  const figures = payoutFigures(order.amount.amount, quote);
  // The house would pay for it alone.
  if (figures.settlement.eq(zero)) {
    throw invalidField('amount', 'too_small', { currency: shop.settlementCurrency });
  }
  const legs = splitPayout(order.amount, await needs.routing.routes(shop.shopId, 'payout', order.method));
  if (legs === null) return refuseUnroutable(needs, shop, figures.settlement);
  const { shopId } = shop;
  const operationId = newId<OperationId>();
  return {
    shopId,
    operationId,
    order,
    destination,
    sealed: needs.operations.sealNumber(shopId, operationId, destination.number),
    quote,
    figures,
    bodyDigest: digestBody(needs.keyRing, order.fingerprint),
    annotationsEncrypted: needs.operations.sealAnnotations(shopId, operationId, order.annotations),
    legs: legs.map((leg) => ({ ...leg, attemptId: newId<AttemptId>() })),
  };
};

const answerHeld = (needs: CreatePayoutNeeds, held: HeldIdentifier, order: PayoutRequest): Operation => {
  // Its merchant was already refused; the identifier is free, for any body, once every attempt of it is definite.
  if (held.status === 'rejecting') throw new RequestError('create_in_progress');
  if (!isSameBody(needs.keyRing, held, order.fingerprint)) {
    throw identifierReused(held);
  }
  if (isVisible(held.status)) return operationOf(held, needs.operations);
  throw new RequestError('create_in_progress');
};

/**
 * Records a payout and reserves its amount and commission, or answers the one that already holds the identifier with the
 * same body. Providers are asked afterwards.
 * @throws RequestError invalid_request, identifier_reused, no_suitable_tariff, insufficient_balance,
 *   no_provider_accepted (no route can carry it), create_in_progress
 */
export const createPayout = async (
  needs: CreatePayoutNeeds,
  shop: ShopScope,
  order: PayoutRequest,
): Promise<Operation> => {
  for (let turn = 0; turn < mostTurns; turn += 1) {
    const drafted = await draftPayout(needs, shop, order).catch((error: unknown) => ({ refusal: error }));
    const created = 'refusal' in drafted ? null : await needs.payouts.create(drafted);
    if (created?.outcome === 'created' && !('refusal' in drafted)) {
      needs.followUp();
      return createdPayout(drafted, created.createdAt);
    }
    // The identifier is looked at before the rules and the money: a re-sent create is answered even when neither fits.
    const held = await needs.findHeld(shop.shopId, order.api, order.merchantOperationId);
    if (held !== null) return answerHeld(needs, held, order);
    if ('refusal' in drafted) throw drafted.refusal;
    if (created?.outcome === 'insufficient') throw new RequestError('insufficient_balance');
  }
  throw new RequestError('create_in_progress');
};
