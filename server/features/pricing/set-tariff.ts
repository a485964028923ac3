import { recordChange, type Operator } from '#features/access';
import type { Database } from '#platform/database';
import type { ShopId } from '#platform/ids';
import {
  deleteTariffSetting,
  lockTariffSetting,
  writeTariffSetting,
  type TariffKey,
  type TariffSetting,
} from './tariff-settings-store.ts';

type Needs = { readonly database: Database };

/** How the plan of a setup and the audit log name a tariff of a shop. */
export const tariffSubject = ({ direction, method, tier, minAmount }: TariffKey): string =>
  `${direction} ${method} ${tier} from ${minAmount}`;

/** Gives a shop a tariff, or changes the one that begins there. Operations that exist keep what they were quoted. */
export const setTariff = ({ database }: Needs, shopId: ShopId, tariff: TariffSetting, actor: Operator): Promise<void> =>
  database.transaction(async (tx) => {
    const before = await lockTariffSetting(tx, shopId, tariff);
    await writeTariffSetting(tx, shopId, tariff);
    await recordChange(tx, { actor, kind: 'tariff', subject: tariffSubject(tariff), shopId, before, after: tariff });
  });

export const removeTariff = ({ database }: Needs, shopId: ShopId, key: TariffKey, actor: Operator): Promise<void> =>
  database.transaction(async (tx) => {
    const before = await lockTariffSetting(tx, shopId, key);
    if (before === null) return;
    await deleteTariffSetting(tx, shopId, key);
    await recordChange(tx, { actor, kind: 'tariff', subject: tariffSubject(key), shopId, before, after: null });
  });
