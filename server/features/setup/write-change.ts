import { recordAudit, type Operator } from '#features/access';
import { createMerchant, createShop, findMerchantByName } from '#features/merchants';
import { succeedRate } from '#features/rates';
import type { Database } from '#platform/database';
import type { ShopId } from '#platform/ids';
import { writeEndpoint, writeShopSecret, type ShownSecret, type WebhookNeeds } from './setup-endpoints.ts';
import { textOf, type Change, type Kind, type Values } from './setup-items.ts';
import {
  removeRoute,
  removeTariff,
  writeMethod,
  writeProvider,
  writeRateSource,
  writeRoute,
  writeTariff,
} from './setup-store.ts';

/** What a write may use and what it leaves behind, within one apply. */
export type Writing = {
  readonly needs: WebhookNeeds;
  readonly tx: Database;
  readonly actor: Operator;
  /** By name; shops made on the way are added. */
  readonly shopIds: Map<string, ShopId>;
  /** Webhook secrets that came to be: this apply is the only one that can show them. */
  readonly secrets: ShownSecret[];
};

type Write = (writing: Writing, change: Change) => Promise<void>;

const shopIdOf = ({ shopIds }: Writing, { shop }: Change): ShopId => {
  const shopId = shopIds.get(shop ?? '');
  if (shopId === undefined) throw new Error(`Shop ${shop} is written before what belongs to it.`);
  return shopId;
};

const valuesOf = ({ after, before }: Change): Values => after ?? before ?? {};

const openShop: Write = async ({ tx, actor, shopIds, needs, secrets }, { subject: name, after }) => {
  const owner = textOf(after ?? {}, 'merchant');
  const merchant = await findMerchantByName(tx, owner);
  if (merchant === null) throw new Error(`Merchant ${owner} is written before its shops.`);
  const mode = after?.['mode'] === 'live' ? 'live' : 'test';
  const settlementCurrency = textOf(after ?? {}, 'settlementCurrency');
  const { shopId } = await createShop({ database: tx }, { merchant, name, mode, settlementCurrency }, actor);
  shopIds.set(name, shopId);
  const secret = await writeShopSecret(needs, tx, { shopId, name });
  if (secret !== null) secrets.push(secret);
};

/** Of a shop that exists only the source of its rates can change. */
const writeShop: Write = async (writing, change) => {
  if (change.before === null) await openShop(writing, change);
  const { tx, actor, shopIds } = writing;
  const { subject } = change;
  const [before = null, after = null] = [change.before?.['rateSource'], change.after?.['rateSource']];
  const shopId = shopIds.get(subject);
  if (shopId === undefined) throw new Error(`Shop ${subject} is opened before it is changed.`);
  if (before === after) return;
  await writeRateSource(tx, shopId, after === null ? null : String(after));
  const figures = { before: { rateSource: before }, after: { rateSource: after } };
  await recordAudit(tx, { actor, action: 'shop.changed', subject, shopId, ...figures });
};

const writeRate: Write = async ({ tx, actor }, change) => {
  const values = valuesOf(change);
  const pair = { from: textOf(values, 'from'), to: textOf(values, 'to'), source: textOf(values, 'source') };
  const rate = textOf(values, 'rate');
  await succeedRate(tx, { ...pair, rate, validFrom: null, validUntil: null }, actor);
};

const writes: Readonly<Record<Kind, Write>> = {
  merchant: async ({ tx, actor }, { subject }) => {
    await createMerchant({ database: tx }, subject, actor);
  },
  shop: writeShop,
  method: ({ tx }, change) => writeMethod(tx, valuesOf(change)),
  provider: ({ tx }, change) => writeProvider(tx, change.subject, valuesOf(change)),
  rate: writeRate,
  route: (writing, change) =>
    (change.action === 'remove' ? removeRoute : writeRoute)(writing.tx, shopIdOf(writing, change), valuesOf(change)),
  tariff: (writing, change) =>
    (change.action === 'remove' ? removeTariff : writeTariff)(writing.tx, shopIdOf(writing, change), valuesOf(change)),
  endpoint: async (writing, change) => {
    const secret = await writeEndpoint(writing.needs, writing.tx, shopIdOf(writing, change), change);
    if (secret !== null) writing.secrets.push(secret);
  },
};

const pastTense = { create: 'created', change: 'changed', remove: 'removed' } as const;

/** Merchants, shops and rates write their own audit entries, wherever they are made. */
const auditsItself: ReadonlySet<Kind> = new Set(['merchant', 'shop', 'rate']);

export const writeChange = async (writing: Writing, change: Change): Promise<void> => {
  const { action, kind, shop, subject, before, after } = change;
  await writes[kind](writing, change);
  if (auditsItself.has(kind)) return;
  const owner = shop === null ? {} : { shopId: shopIdOf(writing, change) };
  const { tx, actor } = writing;
  await recordAudit(tx, { actor, action: `${kind}.${pastTense[action]}`, subject, ...owner, before, after });
};
