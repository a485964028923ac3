import type { Database } from '#platform/database';
import { eachApart } from '#platform/each-apart';
import type { Log } from '#platform/logs';
import { findConnectorsToAsk, noteTold } from './connectors-store.ts';

export type AskConnectorsNeeds = {
  readonly database: Database;
  readonly log: Log;
  /** What a connector tells of itself; null, what it does not tell now. */
  readonly describe: (
    providerId: string,
  ) => Promise<{ readonly capabilities: unknown; readonly balances: unknown; readonly health: unknown }>;
};

/** Writes down what connectors tell of themselves: routes go by it, and operators are shown it. */
export const askConnectors = async ({ database, log, describe }: AskConnectorsNeeds): Promise<void> => {
  const ask = async (providerId: string): Promise<void> => noteTold(database, providerId, await describe(providerId));
  await eachApart(await findConnectorsToAsk(database), ask, log, 'a connector could not be asked about itself');
};
