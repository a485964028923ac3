import { createPaymentFactsStore, createPaymentsStore, applyPaymentFact } from '#features/payments';
import { applyPayoutFact, createPayoutFactsStore, createPayoutsStore } from '#features/payouts';
import { createOperationsStore, hashRequest } from '#features/operations';
import { paymentFigures, payoutFigures, type Quote } from '#features/pricing';
import type { Database } from '#platform/database';
import { newId, type AttemptId, type OperationId, type ShopId } from '#platform/ids';
import { createLog } from '#platform/logs';
import { createMetrics } from '#platform/metrics';
import { decimal, zero } from '#platform/money';
import { createKeyRing } from '#platform/secrets';
import type { AttemptRef } from '#providers';
import { testKeys } from '#test/support/settings';

/** Not a sandbox, so no order of one is missed. */
export const providerId = 'acquirer';

export const method = {
  code: 'WT_RUB_C2C',
  currency: 'RUB',
  rail: 'card',
  numberFormat: 'card_16_to_19',
  bankRule: 'ignored',
  bankList: null,
  minAmount: decimal('0.01'),
  maxAmount: decimal('999999999.99'),
} as const;

const tariff = (fixed: string) => ({ percent: decimal('3'), fixed: decimal(fixed), minimum: zero });

/** Three per cent and a fixed part; 0.0125 USDT to the rouble. */
export const quotes = {
  RUB: { fxSource: null, fxRate: decimal('1'), settlementCurrency: 'RUB', tariff: tariff('5.00') },
  USDT: { fxSource: 'test', fxRate: decimal('0.0125'), settlementCurrency: 'USDT', tariff: tariff('0.05') },
} as const satisfies Readonly<Record<string, Quote>>;

export type Started = { readonly operationId: OperationId; readonly attempts: readonly AttemptRef[] };

export type Told = { readonly state: 'open' | 'paid' | 'failed'; readonly paid: string; readonly returned?: string };

/** Payments and payouts of one shop, of whose providers the test alone knows. */
export const createTellings = (database: Database, shopId: ShopId) => {
  const keyRing = createKeyRing(testKeys);
  const operations = createOperationsStore(database, keyRing);
  const payments = createPaymentsStore(database);
  const payouts = createPayoutsStore(database);
  const shared = { metrics: createMetrics(), log: createLog('silent'), followUp: () => undefined };
  const paymentNeeds = { ...shared, facts: createPaymentFactsStore(database) };
  const payoutNeeds = { ...shared, facts: createPayoutFactsStore(database) };
  const orderOf = (operationId: string, amount: string) => ({
    merchantOperationId: operationId,
    clientId: 'client',
    clientIp: null,
    clientPhone: null,
    clientCreatedAt: null,
    method: method.code,
    amount: { amount: decimal(amount), currency: 'RUB' },
    annotations: null,
    webhookUrl: null,
    idempotencyKey: null,
    canonicalRequest: amount,
  });
  const nothingSealed = { annotationsEncrypted: null, clientEncrypted: null, detailsEncrypted: null };
  const draftOf = (amount: string, quote: Quote) => {
    const operationId = newId<OperationId>();
    const requestHash = hashRequest(keyRing, amount);
    const order = orderOf(operationId, amount);
    return { shopId, api: 'v1' as const, operationId, order, quote, requestHash, ...nothingSealed };
  };
  const recordPayment = async (amount: string, quote: Quote): Promise<Started> => {
    const draft = draftOf(amount, quote);
    const attempt = { shopId, attemptId: newId<AttemptId>() };
    const figures = paymentFigures(decimal(amount), quote);
    await payments.recordIntent({ ...draft, method, figures }, { attemptId: attempt.attemptId, providerId }, 60_000);
    return { operationId: draft.operationId, attempts: [attempt] };
  };
  const [number, name] = ['2200000000000004', 'IVAN PETROV'];
  return {
    /** A payment that its provider accepted. */
    startPayment: async (amount: string, quote: Quote): Promise<Started> => {
      const started = await recordPayment(amount, quote);
      const { encrypted, digest } = operations.sealNumber(shopId, started.operationId, number);
      await payments.accept({
        shopId,
        operationId: started.operationId,
        attemptId: started.attempts[0]!.attemptId,
        status: 'pending',
        numberEncrypted: encrypted,
        numberDigest: digest,
        holderName: name,
        bankname: 'sber',
        banknameDetails: null,
        detailsEncrypted: null,
        payableAmount: null,
        lifetimeSeconds: 1_800,
        eventId: newId(),
        event: null,
      });
      return started;
    },
    /** A create that its only provider declined. */
    refusePayment: async (amount: string, quote: Quote): Promise<Started> => {
      const started = await recordPayment(amount, quote);
      const ended = { attemptId: started.attempts[0]!.attemptId, state: 'declined', declineReason: null } as const;
      await payments.rejectIntent(shopId, started.operationId, ended, 'no_provider_accepted');
      return started;
    },
    /** A payout of one leg per amount. */
    startPayout: async (amounts: readonly string[], quote: Quote): Promise<Started> => {
      const whole = amounts.reduce((sum, amount) => sum.plus(decimal(amount)), zero);
      const legs = amounts.map((amount) => ({
        providerId,
        amount: decimal(amount),
        attemptId: newId<AttemptId>(),
        isInHand: false,
      }));
      const draft = draftOf(whole.toFixed(2), quote);
      const { outcome } = await payouts.create({
        ...draft,
        order: { ...draft.order, number, name, bankname: null },
        destination: { number, name, bankname: null, banknameDetails: null, numberAdditional: null, qrCode: null },
        sealed: operations.sealNumber(shopId, draft.operationId, number),
        figures: payoutFigures(whole, quote),
        legs,
        draftedAtMs: performance.now(),
      });
      if (outcome !== 'created') throw new Error(`The payout is ${outcome}.`);
      return { operationId: draft.operationId, attempts: legs.map(({ attemptId }) => ({ shopId, attemptId })) };
    },
    tellPayment: (attempt: AttemptRef, { state, paid }: Told): Promise<boolean> =>
      applyPaymentFact(paymentNeeds, { attempt, state, paidTotal: decimal(paid), evidence: [] }),
    tellPayout: (attempt: AttemptRef, { state, paid, returned = '0' }: Told): Promise<boolean> =>
      applyPayoutFact(payoutNeeds, {
        attempt,
        state,
        paidTotal: decimal(paid),
        returnedTotal: decimal(returned),
        evidence: [],
      }),
  };
};

export type Tellings = ReturnType<typeof createTellings>;
