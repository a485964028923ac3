import type { AttemptsStore } from '#features/attempts';
import { createBanksStore } from '#features/banks';
import type { createFindKeyHolder, UrlCheck } from '#features/operations';
import {
  applyPendingLegReport,
  applyPayoutFact,
  createLegsStore,
  createPayoutWorker,
  createPayoutFactsStore,
  createPayoutsStore,
  type LegSender,
} from '#features/payouts';
import { readBalances } from '#ledger';
import type { KeyRing } from '#platform/secrets';
import type { AttemptRef, PayoutFact, Routing } from '#providers';
import type { PaymentParts } from './payments.ts';

type PayoutParts = PaymentParts & {
  readonly attempts: AttemptsStore;
  readonly keyRing: KeyRing;
  readonly findKeyHolder: ReturnType<typeof createFindKeyHolder>;
  readonly checkWebhookUrl: UrlCheck;
  /** Told when there are legs to be sent. */
  readonly notify: () => void;
};

type PayoutRouting = Pick<Routing, 'routes' | 'provider' | 'isInMaintenance'>;

/** What payouts are made of before there are providers: these are given what `applyFact` is, to report by. */
export const composePayouts = (parts: PayoutParts) => {
  const {
    database,
    attempts,
    operations,
    pricing,
    keyRing,
    findKeyHolder,
    checkWebhookUrl,
    metrics,
    log,
    followUp,
    notify,
  } = parts;
  const settling = { facts: createPayoutFactsStore(database), metrics, log, followUp };
  const applyFact = (fact: PayoutFact) => applyPayoutFact(settling, fact);
  const banks = createBanksStore(database);
  const legs = createLegsStore(database);
  const payouts = createPayoutsStore(database);
  return {
    settling,
    applyFact,
    legs,
    payouts,
    workerOver: (routing: PayoutRouting) =>
      createPayoutWorker({
        legs,
        attempts,
        routing,
        pricing,
        operations,
        applyFact,
        applyPending: (attempt: AttemptRef) => applyPendingLegReport(settling, attempt),
        settling,
        notify,
        log,
      }),
    creatingOver: <Over extends PayoutRouting>(routing: Over, sender: LegSender | null) => ({
      operations,
      pricing,
      banks,
      routing,
      keyRing,
      findKeyHolder,
      checkWebhookUrl,
      payouts,
      readBalances: (shopId: string) => readBalances(database, shopId),
      sender,
      followUp: notify,
    }),
  };
};
