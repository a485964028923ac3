import type { PaymentFact, PayoutFact } from '../provider.ts';
import type { SandboxOrders } from './sandbox-orders.ts';

export type SandboxNeeds = {
  readonly orders: SandboxOrders;
  readonly report: (fact: PaymentFact) => Promise<unknown>;
  readonly reportPayout: (fact: PayoutFact) => Promise<unknown>;
  /** Divides every delay. */
  readonly speed: number;
};
