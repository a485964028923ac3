import type { BankTier } from '#features/banks';
import type { Database } from '#platform/database';
import { newId, type ShopId } from '#platform/ids';
import { plainNumber } from '#platform/money';
import type { Direction } from './pricing-store.ts';

/** What a shop pays for a range of amounts. Amounts and the percentage are plain numbers. */
export type TariffSetting = {
  readonly direction: Direction;
  readonly method: string;
  readonly tier: BankTier | 'any';
  readonly minAmount: string;
  readonly maxAmount: string;
  readonly percent: string;
  readonly fixed: string;
  readonly minimum: string;
};

export type TariffKey = Pick<TariffSetting, 'direction' | 'method' | 'tier' | 'minAmount'>;
type OfShop = TariffSetting & { readonly shopId: ShopId };

const select = (database: Database) =>
  database('tariffs').select<OfShop[]>({
    shopId: 'shop_id',
    direction: 'direction',
    method: 'method',
    tier: 'bank_tier',
    minAmount: 'min_amount',
    maxAmount: 'max_amount',
    percent: 'percent',
    fixed: 'fixed',
    minimum: 'minimum',
  });

const plain = ({ minAmount, maxAmount, percent, fixed, minimum, ...tariff }: OfShop): OfShop => ({
  ...tariff,
  minAmount: plainNumber(minAmount),
  maxAmount: plainNumber(maxAmount),
  percent: plainNumber(percent),
  fixed: plainNumber(fixed),
  minimum: plainNumber(minimum),
});

const columnsOf = (shopId: ShopId, { direction, method, tier, minAmount }: TariffKey) => ({
  shop_id: shopId,
  direction,
  method,
  bank_tier: tier,
  min_amount: minAmount,
});

/** Those of every shop. */
export const listTariffSettings = async (database: Database): Promise<OfShop[]> => (await select(database)).map(plain);

export const lockTariffSetting = async (
  tx: Database,
  shopId: ShopId,
  key: TariffKey,
): Promise<TariffSetting | null> => {
  const [found] = await select(tx).where(columnsOf(shopId, key)).forUpdate();
  if (found === undefined) return null;
  const { shopId: _shopId, ...tariff } = plain(found);
  return tariff;
};

export const writeTariffSetting = async (tx: Database, shopId: ShopId, tariff: TariffSetting): Promise<void> => {
  const { maxAmount, percent, fixed, minimum } = tariff;
  const settings = { max_amount: maxAmount, percent, fixed, minimum };
  await tx('tariffs')
    .insert({ tariff_id: newId(), ...columnsOf(shopId, tariff), ...settings })
    .onConflict(['shop_id', 'direction', 'method', 'bank_tier', 'min_amount'])
    .merge(settings);
};

export const deleteTariffSetting = async (tx: Database, shopId: ShopId, key: TariffKey): Promise<void> => {
  await tx('tariffs').where(columnsOf(shopId, key)).del();
};
