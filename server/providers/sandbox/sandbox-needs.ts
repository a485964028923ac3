import type { ProviderReports } from '../port.ts';
import type { SandboxOrders } from './sandbox-orders.ts';

export type SandboxNeeds = ProviderReports & {
  readonly orders: SandboxOrders;
  /** Divides every delay. */
  readonly speed: number;
};
