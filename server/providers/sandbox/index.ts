export { createSandboxProvider, type SandboxNeeds } from './sandbox-provider.ts';
export { createSandboxOrders, type SandboxOrders } from './sandbox-orders.ts';
export { payDueOrders } from './pay-due-orders.ts';
