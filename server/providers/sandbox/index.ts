export { createSandboxProvider } from './sandbox-provider.ts';
export type { SandboxNeeds } from './sandbox-needs.ts';
export { createSandboxOrders, type SandboxOrders } from './sandbox-orders.ts';
export { payDueOrders } from './pay-due-orders.ts';
