import { recordAudit, type Operator } from '#features/access';
import type { Database } from '#platform/database';
import type { ShopId } from '#platform/ids';
import { lockRateSource, writeRateSource } from './rate-sources-store.ts';

type Needs = { readonly database: Database };
type ShopNamed = { readonly shopId: ShopId; readonly name: string };

/** From now on only rates of this source count for the shop; null: those of any source. */
export const chooseRateSource = (
  { database }: Needs,
  { shopId, name }: ShopNamed,
  rateSource: string | null,
  actor: Operator,
): Promise<void> =>
  database.transaction(async (tx) => {
    const before = await lockRateSource(tx, shopId);
    if (before === rateSource) return;
    await writeRateSource(tx, shopId, rateSource);
    const figures = { before: { rateSource: before }, after: { rateSource } };
    await recordAudit(tx, { actor, action: 'shop.changed', subject: name, shopId, ...figures });
  });
