export { createGateway, type ConnectedProvider, type Gateway } from './connect-provider.ts';
export type { GatewayNeeds, NotSent, ProviderLimits } from './ask.ts';
export { callTimeoutsMs } from './call-timeouts.ts';
