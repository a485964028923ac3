export { createSandboxProvider } from './sandbox-provider.ts';
export type { SandboxNeeds } from './sandbox-needs.ts';
export { createSandboxOrders, type DueOrder, type PlacedOrder, type SandboxOrders } from './sandbox-orders.ts';
export { evidenceOf } from './sandbox-evidence.ts';
export { requisitesFor } from './sandbox-requisites.ts';
export { payDueOrders } from './pay-due-orders.ts';
