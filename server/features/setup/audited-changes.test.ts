import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { listAudit, type ListedAudit } from '#features/access';
import { createKeyRing, newKeyText } from '#platform/secrets';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { tester } from '#test/support/operators';
import { applySetup, readSetupFile } from './index.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

type Audited = Pick<ListedAudit, 'action' | 'subject' | 'shop' | 'before' | 'after'>;

const everything = { after: null, limit: 10_000 };

/** Applies the file and answers what the audit log says of it, but for the standard methods. */
const audited = async (text: string): Promise<Audited[]> => {
  const { database } = db;
  const seen = new Set((await listAudit(db, {}, everything)).entries.map(({ entryId }) => entryId));
  const needs = { database, keyRing: createKeyRing(newKeyText()), allowedNetworks: [] };
  await applySetup(needs, readSetupFile(text, 'shops.yaml'), { isPruning: true, actor: tester });
  const rows = (await listAudit(db, {}, everything)).entries
    .filter(({ entryId, action, subject }) => {
      return !seen.has(entryId) && (action !== 'method.created' || subject.includes('own'));
    })
    .reverse();
  expect(new Set(rows.map(({ actor }) => actor))).toEqual(new Set(rows.length > 0 ? [tester.name] : []));
  return rows.map(({ action, subject, shop, before, after }) => ({ action, subject, shop, before, after }));
};

const file = (
  method: string,
  provider: string,
  { source = '', rest = '' }: { readonly source?: string; readonly rest?: string } = {},
): string => `
merchants: [Acme]
methods:
  - { api: v1, code: own, direction: payment, currency: RUB, rail: card, numberFormat: card_16, ${method} }
providers: [{ id: bank, kind: sandbox, ${provider} }]
rates: [{ from: RUB, to: USDT, rate: 0.0125, source: desk }]
shops:
  - name: shop
    merchant: Acme
    mode: test
    settlementCurrency: RUB
${source}${rest}`;

const restOf = (priority: number, percent: string, types: string): string => `
    routes: [{ direction: payment, method: own, provider: bank, priority: ${priority}, maxAmount: 50.00 }]
    tariffs: [{ direction: payment, method: own, percent: ${percent}, minimum: 1.00 }]
    webhooks:
      - { url: "https://a.example/one", default: true }
      - { url: "https://b.example", types: ${types} }`;

const method = {
  api: 'v1',
  code: 'own',
  direction: 'payment',
  currency: 'RUB',
  rail: 'card',
  numberFormat: 'card_16',
  bankRule: 'ignored',
  bankList: null,
};
const own = { ...method, minAmount: '100', maxAmount: '999999999.99' };
const route = {
  direction: 'payment',
  method: 'own',
  provider: 'bank',
  priority: 1,
  minAmount: '0.01',
  maxAmount: '50',
  lifetimeSeconds: 1800,
  answerTimeoutMs: null,
  active: true,
};
const range = { minAmount: '0.01', maxAmount: '999999999.99' };
const tariff = { direction: 'payment', method: 'own', tier: 'any', ...range, percent: '3', fixed: '0', minimum: '1' };
const byDefault = { url: 'https://a.example/one', types: null, isDefault: true, isEnabled: true };
const types = ['operation.cancelled', 'operation.completed'];
const other = { url: 'https://b.example/', types, isDefault: false, isEnabled: true };
const of = { shop: 'shop' };
const routeSubject = 'payment own over bank';
const tariffSubject = 'payment own any from 0.01';

const first = restOf(1, '3.00', '[operation.completed, operation.cancelled]');

it('everything that a file makes is in the audit log, as it is after', async () => {
  expect(await audited(file('minAmount: 100.00', 'active: true', { rest: first }))).toEqual([
    { action: 'merchant.created', subject: 'Acme', shop: null, before: null, after: { name: 'Acme' } },
    {
      ...of,
      action: 'shop.created',
      subject: 'shop',
      before: null,
      after: { name: 'shop', merchant: 'Acme', mode: 'test', settlementCurrency: 'RUB' },
    },
    { action: 'method.created', subject: 'v1 payment own', shop: null, before: null, after: own },
    { action: 'provider.created', subject: 'bank', shop: null, before: null, after: { kind: 'sandbox', active: true } },
    {
      action: 'rate.created',
      subject: 'RUB to USDT by desk',
      shop: null,
      before: null,
      after: expect.objectContaining({ rate: '0.0125' }),
    },
    { ...of, action: 'route.created', subject: routeSubject, before: null, after: route },
    { ...of, action: 'tariff.created', subject: tariffSubject, before: null, after: tariff },
    { ...of, action: 'endpoint.created', subject: 'default', before: null, after: byDefault },
    { ...of, action: 'endpoint.created', subject: 'https://b.example/', before: null, after: other },
  ]);
});

it('what a file changes is there as it was before as well', async () => {
  const rest = restOf(2, '4', '[operation.completed]').replace('a.example/one', 'a.example/two');
  const source = '    rateSource: desk\n';
  expect(await audited(file('minAmount: 200', 'active: false', { source, rest }))).toEqual([
    {
      ...of,
      action: 'shop.changed',
      subject: 'shop',
      before: { rateSource: null },
      after: { rateSource: 'desk' },
    },
    {
      action: 'method.changed',
      subject: 'v1 payment own',
      shop: null,
      before: own,
      after: { ...own, minAmount: '200' },
    },
    {
      action: 'provider.changed',
      subject: 'bank',
      shop: null,
      before: { kind: 'sandbox', active: true },
      after: { kind: 'sandbox', active: false },
    },
    { ...of, action: 'route.changed', subject: routeSubject, before: route, after: { ...route, priority: 2 } },
    { ...of, action: 'tariff.changed', subject: tariffSubject, before: tariff, after: { ...tariff, percent: '4' } },
    {
      ...of,
      action: 'endpoint.changed',
      subject: 'default',
      before: byDefault,
      after: { ...byDefault, url: 'https://a.example/two' },
    },
    {
      ...of,
      action: 'endpoint.changed',
      subject: 'https://b.example/',
      before: other,
      after: { ...other, types: ['operation.completed'] },
    },
  ]);
});

it('what a file takes away is there as it was, and what comes back as new or changed', async () => {
  const source = '    rateSource: desk\n';
  const values = { ...other, types: ['operation.completed'] };
  const removed = { ...byDefault, url: 'https://a.example/two' };
  expect(await audited(file('minAmount: 200', 'active: false', { source }))).toEqual([
    { ...of, action: 'route.removed', subject: routeSubject, before: { ...route, priority: 2 }, after: null },
    { ...of, action: 'tariff.removed', subject: tariffSubject, before: { ...tariff, percent: '4' }, after: null },
    { ...of, action: 'endpoint.removed', subject: 'default', before: removed, after: null },
    { ...of, action: 'endpoint.removed', subject: 'https://b.example/', before: values, after: null },
  ]);
  const rest = restOf(2, '4', '[operation.completed]').replace('a.example/one', 'a.example/two');
  expect(await audited(file('minAmount: 200', 'active: false', { source, rest }))).toEqual([
    { ...of, action: 'route.created', subject: routeSubject, before: null, after: { ...route, priority: 2 } },
    { ...of, action: 'tariff.created', subject: tariffSubject, before: null, after: { ...tariff, percent: '4' } },
    {
      ...of,
      action: 'endpoint.changed',
      subject: 'default',
      before: { ...removed, isEnabled: false },
      after: removed,
    },
    {
      ...of,
      action: 'endpoint.changed',
      subject: 'https://b.example/',
      before: { ...values, isEnabled: false },
      after: values,
    },
  ]);
});
