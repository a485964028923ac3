import type { Database } from '#platform/database';

export type ProviderSetting = {
  readonly kind: string;
  /** Whether it takes new orders. */
  readonly active: boolean;
};

type Listed = ProviderSetting & { readonly providerId: string };

const select = (database: Database) =>
  database('providers').select<Listed[]>({ providerId: 'provider_id', kind: 'kind', active: 'is_active' });

export const listProviders = async (database: Database): Promise<Listed[]> => select(database);

export const lockProvider = async (tx: Database, providerId: string): Promise<ProviderSetting | null> => {
  const [found] = await select(tx).where({ provider_id: providerId }).forUpdate();
  return found === undefined ? null : { kind: found.kind, active: found.active };
};

export const writeProvider = async (tx: Database, providerId: string, setting: ProviderSetting): Promise<void> => {
  const { kind, active } = setting;
  await tx('providers').insert({ provider_id: providerId, kind, is_active: active }).onConflict('provider_id').merge();
};
