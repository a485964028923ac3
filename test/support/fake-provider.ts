import type { Provider } from '#providers';

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
