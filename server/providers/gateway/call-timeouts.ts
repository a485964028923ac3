import type { Provider } from '../port.ts';

/** What a provider is asked; each call names the attempt that it is about. */
export type ProviderCall = Exclude<keyof Provider, 'providerId' | 'isPayoutRepeatable' | 'splitPayout'>;

/** How long a call may take. Who asks for a payment says it each time, because a merchant waits for the answer. */
export const callTimeoutsMs = {
  lookUpPayment: 10_000,
  voidPayment: 10_000,
  createPayout: 15_000,
  lookUpPayout: 15_000,
  // Carries up to 10 MiB.
  submitReceipt: 30_000,
  fetchEvidence: 10_000,
  fetchDocument: 10_000,
} as const satisfies Readonly<Record<Exclude<ProviderCall, 'createPayment'>, number>>;
