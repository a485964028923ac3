export type { ConnectorSettings } from './caller.ts';
export { ContractBreachError, findContractFaults, type Wire } from './contract.ts';
export { openHttpProviders, type HttpProviders, type HttpProvidersNeeds } from './http-provider.ts';
export { isTaken, readPaymentFact, readPayoutFact, readVerdict } from './read-facts.ts';
