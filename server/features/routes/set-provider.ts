import { recordChange, type Operator } from '#features/access';
import type { Database } from '#platform/database';
import { lockProvider, writeProvider, type ProviderSetting } from './providers-store.ts';

type Needs = { readonly database: Database };

/** Makes a provider known, or says whether it takes new orders. Its kind is for good. */
export const setProvider = (
  { database }: Needs,
  providerId: string,
  setting: ProviderSetting,
  actor: Operator,
): Promise<void> =>
  database.transaction(async (tx) => {
    const before = await lockProvider(tx, providerId);
    await writeProvider(tx, providerId, setting);
    await recordChange(tx, { actor, kind: 'provider', subject: providerId, before, after: setting });
  });
