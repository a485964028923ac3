import { createLog } from '#platform/logs';
import { createMetrics } from '#platform/metrics';
import { createGateway, type ConnectedProvider, type Provider } from '#providers';

const unknown = () => Promise.resolve({ outcome: 'unknown' as const });

/** A provider that never knows anything, but for what is given. */
export const fakeProvider = (providerId: string, abilities: Partial<Provider> = {}): Provider => ({
  providerId,
  createPayment: unknown,
  lookUpPayment: unknown,
  voidPayment: unknown,
  isPayoutRepeatable: true,
  splitPayout: ({ amount }) => [amount],
  createPayout: unknown,
  lookUpPayout: unknown,
  submitReceipt: unknown,
  fetchEvidence: unknown,
  fetchDocument: unknown,
  ...abilities,
});

const [metrics, log] = [createMetrics(), createLog('silent')];

/** The same as features see it: through a gateway that keeps nothing back, or not before so many calls have failed. */
export const connectFake = (
  providerId: string,
  abilities: Partial<Provider> = {},
  mostFailures = Number.POSITIVE_INFINITY,
): ConnectedProvider => {
  const breaker = { failures: mostFailures, pauseMs: 3_600_000 };
  return createGateway({ concurrency: 1_000, breaker, metrics, log })(fakeProvider(providerId, abilities));
};
