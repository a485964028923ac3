import type { Operator } from '#features/access';
import { chooseRateSource, createMerchant, createShop, findMerchantByName } from '#features/merchants';
import { removeTariff, setMethod, setTariff, type MethodSetting, type TariffSetting } from '#features/pricing';
import { succeedRate } from '#features/rates';
import { removeRoute, setProvider, setRoute, type ProviderSetting, type RouteSetting } from '#features/routes';
import {
  ensureShopSecret,
  removeEndpoint,
  setEndpoint,
  type EndpointNeeds,
  type EndpointSetting,
} from '#features/webhooks';
import type { ShopId } from '#platform/ids';
import type { Change, Kind } from './setup-items.ts';

/** A webhook secret that came to be in this apply; nothing shows it again. */
export type ShownSecret = {
  readonly shop: string;
  /** Null: the shop's own secret, which signs for its default endpoint. */
  readonly endpoint: string | null;
  readonly secret: string;
};

/** What a write may use and what it leaves behind, within one apply. */
export type Writing = {
  /** Within the transaction of the apply. */
  readonly needs: EndpointNeeds;
  readonly actor: Operator;
  /** By name; shops made on the way are added. */
  readonly shopIds: Map<string, ShopId>;
  /** Webhook secrets that came to be: this apply is the only one that can show them. */
  readonly secrets: ShownSecret[];
};

/** What the values of an item are, by its kind: items are made of nothing else (setup-items.ts). */
type Settings = {
  merchant: Readonly<Record<never, never>>;
  shop: Readonly<Record<'merchant' | 'settlementCurrency', string>> & {
    readonly mode: 'live' | 'test';
    readonly rateSource: string | null;
  };
  method: MethodSetting;
  provider: ProviderSetting;
  rate: Readonly<Record<'from' | 'to' | 'source' | 'rate', string>>;
  route: RouteSetting;
  tariff: TariffSetting;
  endpoint: EndpointSetting;
};

type Write<Of extends Kind> = (writing: Writing, change: Change, setting: Settings[Of]) => Promise<void>;

const shopIdOf = ({ shopIds }: Writing, name: string | null): ShopId => {
  const shopId = shopIds.get(name ?? '');
  if (shopId === undefined) throw new Error(`Shop ${name} is written before what belongs to it.`);
  return shopId;
};

const showSecret = ({ secrets }: Writing, shop: string, endpoint: string | null, secret: string | null): void => {
  if (secret !== null) secrets.push({ shop, endpoint, secret });
};

const openShop: Write<'shop'> = async (writing, { subject: name }, { merchant: owner, mode, settlementCurrency }) => {
  const { needs, actor, shopIds } = writing;
  const merchant = await findMerchantByName(needs.database, owner);
  if (merchant === null) throw new Error(`Merchant ${owner} is written before its shops.`);
  const { shopId } = await createShop(needs, { merchant, name, mode, settlementCurrency }, actor);
  shopIds.set(name, shopId);
  showSecret(writing, name, null, await ensureShopSecret(needs, shopId));
};

/** Of a shop that exists only the source of its rates can change. */
const writeShop: Write<'shop'> = async (writing, change, shop) => {
  if (change.before === null) await openShop(writing, change, shop);
  const named = { shopId: shopIdOf(writing, change.subject), name: change.subject };
  await chooseRateSource(writing.needs, named, shop.rateSource, writing.actor);
};

const writeRate: Write<'rate'> = async ({ needs, actor }, _change, rate) => {
  await succeedRate(needs.database, { ...rate, validFrom: null, validUntil: null }, actor);
};

const writeEndpoint: Write<'endpoint'> = async (writing, { action, shop }, endpoint) => {
  const { needs, actor } = writing;
  const shopId = shopIdOf(writing, shop);
  if (action === 'remove') return removeEndpoint(needs, shopId, endpoint, actor);
  const secret = await setEndpoint(needs, shopId, endpoint, actor);
  showSecret(writing, shop ?? '', endpoint.isDefault ? null : endpoint.url, secret);
};

const writes: { readonly [Of in Kind]: Write<Of> } = {
  merchant: async ({ needs, actor }, { subject }) => {
    await createMerchant(needs, subject, actor);
  },
  shop: writeShop,
  method: ({ needs, actor }, _change, method) => setMethod(needs, method, actor),
  provider: ({ needs, actor }, { subject }, provider) => setProvider(needs, subject, provider, actor),
  rate: writeRate,
  route: (writing, { action, shop }, route) =>
    (action === 'remove' ? removeRoute : setRoute)(writing.needs, shopIdOf(writing, shop), route, writing.actor),
  tariff: (writing, { action, shop }, tariff) =>
    (action === 'remove' ? removeTariff : setTariff)(writing.needs, shopIdOf(writing, shop), tariff, writing.actor),
  endpoint: writeEndpoint,
};

/** Carries out a change of the plan by the use case of the module that owns it, which audits it too. */
export const writeChange = (writing: Writing, change: Change): Promise<void> => {
  const write = writes[change.kind] as (writing: Writing, change: Change, setting: unknown) => Promise<void>;
  return write(writing, change, change.after ?? change.before);
};
