import type { ProviderReports } from '../port.ts';
import type { SandboxOrders } from './sandbox-orders.ts';

/** It answers at once what it decides, so it has no decisions to report. */
export type SandboxNeeds = Omit<ProviderReports, 'reportDecision'> & {
  readonly orders: SandboxOrders;
  /** Divides every delay. */
  readonly speed: number;
};
