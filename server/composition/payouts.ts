import type { createFindHeld } from '#features/operations';
import {
  applyNotedLeg,
  applyPayoutFact,
  createLegsStore,
  createPayoutCourier,
  createPayoutFactsStore,
  createPayoutsStore,
} from '#features/payouts';
import { readBalances } from '#ledger';
import type { KeyRing } from '#platform/secrets';
import type { AttemptRef, PayoutFact, Routing } from '#providers';
import type { PaymentParts } from './payments.ts';

type PayoutParts = PaymentParts & {
  readonly keyRing: KeyRing;
  readonly findHeld: ReturnType<typeof createFindHeld>;
  /** Told when there are legs to be sent. */
  readonly wake: () => void;
};

type PayoutRouting = Pick<Routing, 'routes' | 'provider'>;

/** What payouts are made of before there are providers: these are given what `applyFact` is, to report by. */
export const furnishPayouts = (parts: PayoutParts) => {
  const { database, operations, pricing, keyRing, findHeld, metrics, log, followUp, wake } = parts;
  const settling = { facts: createPayoutFactsStore(database), metrics, log, followUp };
  const applyFact = (fact: PayoutFact) => applyPayoutFact(settling, fact);
  const legs = createLegsStore(database);
  const payouts = createPayoutsStore(database);
  return {
    settling,
    applyFact,
    legs,
    payouts,
    courierOver: (routing: PayoutRouting) =>
      createPayoutCourier({
        legs,
        routing,
        pricing,
        operations,
        applyFact,
        applyNoted: (attempt: AttemptRef) => applyNotedLeg(settling, attempt),
        settling,
        wake,
        metrics,
        log,
      }),
    creatingOver: <Over extends PayoutRouting>(routing: Over) => ({
      operations,
      pricing,
      routing,
      keyRing,
      findHeld,
      payouts,
      readBalances: (shopId: string) => readBalances(database, shopId),
      followUp: wake,
    }),
  };
};
