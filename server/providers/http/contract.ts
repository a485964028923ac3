import document from '#generated/connector/openapi.json' with { type: 'json' };
import type { components } from '#generated/connector/types';
import { openSchemas, type FindFaults } from '#platform/contract-schemas';

export type Wire = components['schemas'];

let opened: FindFaults | undefined;

/** What is wrong with what a connector has sent. Compiled where there is a connector. */
export const findContractFaults: FindFaults = (schema, value) => {
  opened ??= openSchemas(document);
  return opened(schema, value);
};

/** A connector has sent what its contract does not have, or what cannot be meant: it is not believed. */
export class ContractBreachError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ContractBreachError';
  }
}
