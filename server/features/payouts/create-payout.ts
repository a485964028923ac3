import type { Api } from '#platform/apis';
import { invalidField, RequestError } from '#platform/errors';
import { newId, type AttemptId, type OperationId } from '#platform/ids';
import { zero, type Decimal } from '#platform/money';
import type { KeyRing } from '#platform/secrets';
import {
  checkedRequest,
  hashRequest,
  refuseDuplicate,
  requireSameRequest,
  isVisible,
  operationOf,
  type FindKeyHolder,
  type KeyHolder,
  type Operation,
  type OperationsStore,
  type CreateScope,
  type UrlCheck,
} from '#features/operations';
import type { BanksStore } from '#features/banks';
import { payoutFigures, quoteOperation, type PricingStore } from '#features/pricing';
import type { StoredBalance } from '#ledger';
import type { Routing } from '#providers';
import { readDestination } from './destination.ts';
import { inHandOf } from './leg-in-hand.ts';
import { createdPayout, type PayoutDraft, type PayoutRequest } from './payout.ts';
import type { LegSender } from './payout-worker.ts';
import type { PayoutsStore } from './payouts-store.ts';
import { splitPayout } from './split-payout.ts';

export type CreatePayoutNeeds = {
  readonly payouts: PayoutsStore;
  readonly findKeyHolder: FindKeyHolder;
  readonly operations: Pick<
    OperationsStore,
    'sealNumber' | 'sealAnnotations' | 'sealClient' | 'sealDetails' | 'unseal'
  >;
  readonly pricing: PricingStore;
  readonly banks: Pick<BanksStore, 'banksOf'>;
  readonly routing: Pick<Routing, 'routes'>;
  readonly readBalances: (shopId: string) => Promise<readonly StoredBalance[]>;
  readonly keyRing: Pick<KeyRing, 'digest' | 'isDigestOf'>;
  readonly checkWebhookUrl: UrlCheck;
  /** Null in a process that sends none. */
  readonly sender: LegSender | null;
  /** Tells the jobs that there are legs to send, beside those that were taken on. */
  readonly followUp: () => void;
};

/** Each turn loses only to an operation that held the identifier and let it go again. */
const mostTries = 5;

/** Money is looked at before routes: without either, it is the missing money that the merchant hears of. */
const refuseUnroutable = async (needs: CreatePayoutNeeds, scope: CreateScope, charged: Decimal): Promise<never> => {
  const balances = await needs.readBalances(scope.shopId);
  const available = balances.find(
    ({ account, balance }) => account === 'available' && balance.currency === scope.settlementCurrency,
  );
  const isCovered = (available?.balance.amount ?? zero).gte(charged);
  throw new RequestError(isCovered ? 'no_provider_accepted' : 'insufficient_balance');
};

const draftPayout = async (
  needs: CreatePayoutNeeds,
  scope: CreateScope,
  order: PayoutRequest,
): Promise<PayoutDraft> => {
  const { shopId, api } = scope;
  const known = (await needs.pricing.methods(api)).find('payout', order.method);
  const read = known === undefined ? [] : await readDestination(needs, order, known, api);
  const isRead = 'destination' in read;
  const { quote } = await quoteOperation(needs.pricing, {
    shopId,
    api,
    direction: 'payout',
    method: order.method,
    amount: order.amount,
    settlementCurrency: scope.settlementCurrency,
    bankTier: isRead ? read.bankTier : 'interbank',
    otherFaults: isRead ? [] : read,
  });
  // A method that came to be just now is met again by the next request.
  if (!isRead) throw new RequestError('create_in_progress');
  const { destination } = read;
  const figures = payoutFigures(order.amount.amount, quote);
  // The house would pay for it alone.
  if (figures.settlement.eq(zero)) {
    throw invalidField('amount', 'too_small', { currency: scope.settlementCurrency });
  }
  const draftedAtMs = performance.now();
  const legs = splitPayout(order.amount, await needs.routing.routes(shopId, 'payout', order.method));
  if (legs === null) return refuseUnroutable(needs, scope, figures.settlement);
  const operationId = newId<OperationId>();
  return {
    shopId,
    api,
    operationId,
    order,
    destination,
    sealed: needs.operations.sealNumber(shopId, operationId, destination.number),
    quote,
    figures,
    requestHash: hashRequest(needs.keyRing, order.canonicalRequest),
    annotationsEncrypted: needs.operations.sealAnnotations(shopId, operationId, order.annotations),
    clientEncrypted: needs.operations.sealClient({ shopId, operationId, api }, order),
    detailsEncrypted: needs.operations.sealDetails({ shopId, operationId, api }, destination),
    // What may be sent once only waits for a claim: a create whose answer is lost leaves it surely not sent.
    legs: legs.map(({ isRepeatable, ...leg }) => ({
      ...leg,
      attemptId: newId<AttemptId>(),
      isInHand: isRepeatable && needs.sender?.hasRoomFor(leg.providerId) === true,
    })),
    draftedAtMs,
  };
};

const answerHeld = (needs: CreatePayoutNeeds, api: Api, held: KeyHolder, order: PayoutRequest): Operation => {
  refuseDuplicate(needs.keyRing, api, held, order);
  // Its merchant was already refused; the identifier is free, for any body, once every attempt of it is definite.
  if (held.status === 'rejecting') throw new RequestError('create_in_progress');
  requireSameRequest(needs.keyRing, held, order);
  if (isVisible(held.status)) return operationOf(held, needs.operations);
  throw new RequestError('create_in_progress');
};

const sendLegs = ({ sender, followUp }: CreatePayoutNeeds, draft: PayoutDraft): void => {
  sender?.takeOn(inHandOf(draft));
  if (draft.legs.some(({ isInHand }) => !isInHand)) followUp();
};

/**
 * Records a payout and reserves its amount and commission, or answers for the one that already holds the identifier or
 * the idempotency key, as its API wants it. Providers are asked afterwards.
 * @throws RequestError invalid_request, identifier_reused, idempotency_key_reused, no_suitable_tariff, insufficient_balance,
 *   no_provider_accepted (no route can carry it), create_in_progress
 */
export const createPayout = async (
  needs: CreatePayoutNeeds,
  scope: CreateScope,
  given: PayoutRequest,
): Promise<Operation> => {
  const order = await checkedRequest(needs.checkWebhookUrl, given);
  for (let turn = 0; turn < mostTries; turn += 1) {
    const drafted = await draftPayout(needs, scope, order).catch((error: unknown) => ({ refusal: error }));
    const created = 'refusal' in drafted ? null : await needs.payouts.create(drafted);
    if (created?.outcome === 'created' && !('refusal' in drafted)) {
      sendLegs(needs, drafted);
      return createdPayout(drafted, created.createdAt);
    }
    // The identifier is looked at before the rules and the money: a re-sent create is answered even when neither fits.
    const held = await needs.findKeyHolder(scope.shopId, scope.api, order);
    if (held !== null) return answerHeld(needs, scope.api, held, order);
    if ('refusal' in drafted) throw drafted.refusal;
    if (created?.outcome === 'insufficient') throw new RequestError('insufficient_balance');
  }
  throw new RequestError('create_in_progress');
};
