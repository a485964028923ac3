import { describe, expect, it } from '@jest/globals';
import { newId, type AttemptId, type ShopId } from '#platform/ids';
import { createLog } from '#platform/logs';
import { createMetrics } from '#platform/metrics';
import { decimal } from '#platform/money';
import { eventually } from '#test/support/eventually';
import { fakeProvider } from '#test/support/fake-provider';
import { patienceMs } from '#test/support/patience';
import {
  ProviderNotSentError,
  type PaymentAnswer,
  type PaymentOrder,
  type PayoutOrder,
  type Provider,
} from '../port.ts';
import { createGateway } from './index.ts';

const attemptRef = () => ({ shopId: newId<ShopId>(), attemptId: newId<AttemptId>() });

const paymentOrder = (): PaymentOrder => ({
  attempt: attemptRef(),
  amount: { amount: decimal('100.00'), currency: 'RUB' },
  method: 'WT_RUB_C2C',
  rail: 'card',
  clientId: 'client',
  clientIp: null,
  clientPhone: null,
  clientCreatedAt: null,
});

const payoutOrder = (): PayoutOrder => ({
  ...paymentOrder(),
  number: '2200000000000004',
  name: 'IVAN PETROV',
  bankname: null,
  payout: { amount: decimal('100.00'), leg: 1, legs: 1 },
});

/** A provider behind a gateway of few limits; an open circuit stays open for the rest of the test. */
const connect = (abilities: Partial<Provider>, { concurrency = 10, failures = 10 } = {}) => {
  const metrics = createMetrics();
  const gateway = createGateway({
    concurrency,
    breaker: { failures, pauseMs: 3_600_000 },
    metrics,
    log: createLog('silent'),
  });
  return { provider: gateway(fakeProvider('bank', abilities)), metrics };
};

const declined: PaymentAnswer = { outcome: 'declined', reason: 'limit' };
const unreachable = () => Promise.reject(new Error('connection refused'));
const notSent = () => Promise.reject(new ProviderNotSentError('closed'));
const never = () => new Promise<never>(() => undefined);

/** Calls that wait until they are let go. */
const createGate = () => {
  const open: (() => void)[] = [];
  return {
    createPayment: () => new Promise<PaymentAnswer>((resolve) => open.push(() => resolve(declined))),
    sent: (): number => open.length,
    letGo: (): void => open.forEach((end) => end()),
  };
};

describe('a call to a provider', () => {
  it('brings its answer, and is counted by call and answer', async () => {
    const { provider, metrics } = connect({ createPayment: () => Promise.resolve(declined) });
    expect(await provider.createPayment(paymentOrder(), patienceMs)).toEqual(declined);
    const counted = await metrics.registry.getSingleMetricAsString('turnpike_provider_answers_total');
    expect(counted).toContain('{provider="bank",call="createPayment",answer="declined"} 1');
  });

  it.each([
    ['rejects', unreachable],
    [
      'throws',
      () => {
        throw new Error('not ready');
      },
    ],
  ])('has an unknown outcome where the provider %s', async (_how, createPayment) => {
    const { provider } = connect({ createPayment });
    expect(await provider.createPayment(paymentOrder(), patienceMs)).toEqual({ outcome: 'unknown' });
  });

  it('was not sent where the provider knows that nothing was carried out', async () => {
    const { provider } = connect({ createPayment: notSent, createPayout: notSent, lookUpPayout: notSent });
    const answer = { outcome: 'not_sent', reason: 'provider_unavailable' };
    expect(await provider.createPayment(paymentOrder(), patienceMs)).toEqual(answer);
    expect(await provider.createPayout(payoutOrder())).toEqual(answer);
    expect(await provider.lookUpPayout(attemptRef())).toEqual({ outcome: 'unknown' });
  });

  it('is a failure of the provider where that did not carry it out', async () => {
    const { provider } = connect({ createPayment: notSent }, { failures: 1 });
    await provider.createPayment(paymentOrder(), patienceMs);
    expect(await provider.createPayment(paymentOrder(), patienceMs)).toMatchObject({ reason: 'circuit_open' });
  });

  it('has an unknown outcome when its time is up, and its provider is told that no caller waits', async () => {
    let told: AbortSignal | undefined;
    const createPayment: Provider['createPayment'] = (_order, signal) => {
      told = signal;
      return never();
    };
    const { provider } = connect({ createPayment });
    expect(await provider.createPayment(paymentOrder(), 1)).toEqual({ outcome: 'unknown' });
    expect(told?.aborted).toBe(true);
  });
});

describe('the limit of calls under way', () => {
  it('lets one more wait for its turn', async () => {
    const gate = createGate();
    const { provider } = connect(gate, { concurrency: 1 });
    const both = [1, 2].map(() => provider.createPayment(paymentOrder(), patienceMs));
    await eventually(() => Promise.resolve(gate.sent() === 1), 'the first to be sent');
    gate.letGo();
    await eventually(() => Promise.resolve(gate.sent() === 2), 'the second to be sent');
    gate.letGo();
    expect(await Promise.all(both)).toEqual([declined, declined]);
  });

  it('never sends what was told that it was not sent, because its time was up before its turn', async () => {
    const gate = createGate();
    const { provider } = connect(gate, { concurrency: 1 });
    const first = provider.createPayment(paymentOrder(), patienceMs);
    expect(await provider.createPayment(paymentOrder(), 1)).toMatchObject({
      outcome: 'not_sent',
      reason: 'provider_busy',
    });
    gate.letGo();
    await first;
    const third = provider.createPayment(paymentOrder(), patienceMs);
    await eventually(() => Promise.resolve(gate.sent() === 2), 'the one after it to be sent');
    gate.letGo();
    expect(await third).toEqual(declined);
    expect(gate.sent()).toBe(2);
  });

  it('sends nothing of what comes when as many wait as are under way', async () => {
    const gate = createGate();
    const { provider } = connect(gate, { concurrency: 1 });
    const taken = [1, 2].map(() => provider.createPayment(paymentOrder(), patienceMs));
    await eventually(() => Promise.resolve(gate.sent() === 1), 'the first to be sent');
    expect(await provider.createPayment(paymentOrder(), patienceMs)).toMatchObject({ outcome: 'not_sent' });
    gate.letGo();
    await eventually(() => Promise.resolve(gate.sent() === 2), 'the second to be sent');
    gate.letGo();
    await Promise.all(taken);
  });

  it('gives the place of a call whose time is up to the next one, whether its provider ever answers or not', async () => {
    let calls = 0;
    const createPayment = (): Promise<PaymentAnswer> => {
      calls += 1;
      return calls === 1 ? never() : Promise.resolve(declined);
    };
    const { provider } = connect({ createPayment }, { concurrency: 1 });
    await provider.createPayment(paymentOrder(), 1);
    expect(await provider.createPayment(paymentOrder(), patienceMs)).toEqual(declined);
  });
});

describe('a provider that fails again and again', () => {
  it('is sent no more orders, and who asks is told so instead of a decline', async () => {
    let sent = 0;
    const createPayout = () => {
      sent += 1;
      return unreachable();
    };
    const { provider, metrics } = connect({ createPayout }, { failures: 2 });
    const outcomes = [];
    for (let turn = 0; turn < 3; turn += 1) outcomes.push((await provider.createPayout(payoutOrder())).outcome);
    expect([outcomes, sent]).toEqual([['unknown', 'unknown', 'not_sent'], 2]);
    const gauge = await metrics.registry.getSingleMetricAsString('turnpike_provider_circuit_open');
    expect(gauge).toContain('{provider="bank",call="createPayout"} 1');
  });

  it('is still asked for what does not fail, and what is kept back is unknown where it is no order', async () => {
    const { provider } = connect(
      { lookUpPayout: unreachable, fetchDocument: () => Promise.resolve({ outcome: 'not_found' }) },
      { failures: 1 },
    );
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await provider.lookUpPayout(attemptRef())).toEqual({ outcome: 'unknown' });
    }
    expect(await provider.fetchDocument(attemptRef(), 'document')).toEqual({ outcome: 'not_found' });
  });

  it('is not one that declines, that does not know, or that had too little time', async () => {
    const answers: PaymentAnswer[] = [declined, { outcome: 'unknown' }];
    const createPayment = (): Promise<PaymentAnswer> => {
      const answer = answers.shift();
      return answer === undefined ? never() : Promise.resolve(answer);
    };
    const { provider } = connect({ createPayment }, { failures: 1 });
    const outcomes = [];
    for (const timeoutMs of [patienceMs, patienceMs, 1, 1]) {
      outcomes.push((await provider.createPayment(paymentOrder(), timeoutMs)).outcome);
    }
    expect(outcomes).toEqual(['declined', 'unknown', 'unknown', 'unknown']);
  });
});
