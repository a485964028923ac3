import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createKeyRing, newKeyText } from '#platform/secrets';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import type { SetupProblem } from '#platform/refusals';
import { refused } from '#test/support/refused';
import { tester } from '#test/support/operators';
import { applySetup, previewSetup, readSetupFile, standardMethods, type SetupNeeds } from './index.ts';

const actor = tester;
let db: TestDatabase;
let needs: SetupNeeds;

beforeAll(async () => {
  db = await createTestDatabase();
  const keyRing = createKeyRing(newKeyText());
  needs = { database: db.database, keyRing, allowedNetworks: ['127.0.0.0/8'] };
});
afterAll(() => db.drop());

const setupOf = (text: string) => readSetupFile(text, 'shops.yaml');
const apply = (text: string, isPruning = false) => applySetup(needs, setupOf(text), { isPruning, actor });

/** A file with one shop of its own merchant, so that tests do not meet. */
const shopFile = (name: string, rest = '', mode = 'test'): string => `
merchants: [owner of ${name}]
providers: [{ id: sandbox-1, kind: sandbox }, { id: sandbox-2, kind: sandbox }]
shops:
  - name: ${name}
    merchant: owner of ${name}
    mode: ${mode}
    settlementCurrency: RUB
${rest}`;

const tariff = (range: string): string => `      - { direction: payment, method: sbp, percent: 3, ${range} }\n`;
const route = (provider: string, more = 'priority: 1'): string =>
  `      - { direction: payment, method: sbp, provider: ${provider}, ${more} }\n`;

describe('applying a setup', () => {
  it('creates what is missing, standard methods included, and nothing the second time', async () => {
    const text = shopFile(
      'one',
      `    routes:\n${route('sandbox-1')}    tariffs:\n${tariff('minimum: 5.00')}
    webhooks:\n      - { url: "https://shop.example/hooks", default: true }`,
    );
    const { plan, secrets } = await apply(text);
    expect(new Set(plan.changes.map(({ action }) => action))).toEqual(new Set(['create']));
    expect(secrets).toEqual([{ shop: 'one', endpoint: null, secret: expect.stringMatching(/^whsec_/) }]);
    expect(await db.database('methods')).toHaveLength(standardMethods.length);
    expect(await apply(text)).toEqual({ plan: { changes: [], unnamed: [] }, secrets: [] });
  });

  it('changes what differs and records who did it, with before and after', async () => {
    await apply(shopFile('two', `    tariffs:\n${tariff('minimum: 5.00')}`));
    const { plan } = await apply(shopFile('two', `    tariffs:\n${tariff('minimum: 6.00')}`));
    expect(plan.changes).toHaveLength(1);
    const [entry] = await db.database('audit_log').where({ action: 'tariff.changed' });
    expect(entry).toMatchObject({ actor: actor.name, before: { minimum: '5' }, after: { minimum: '6' } });
    expect(await db.database('tariffs').where({ minimum: '6' })).toHaveLength(1);
  });

  it('leaves what the file does not name, and says so', async () => {
    await apply(shopFile('three', `    routes:\n${route('sandbox-1')}${route('sandbox-2')}`));
    const { plan } = await apply(shopFile('three', `    routes:\n${route('sandbox-1')}`));
    expect(plan.changes).toEqual([]);
    expect(plan.unnamed.map(({ subject }) => subject)).toEqual(['payment sbp over sandbox-2']);
  });

  it('takes it away when pruning, and only of the shops that are named', async () => {
    await apply(
      shopFile(
        'four',
        `    routes:\n${route('sandbox-1')}${route('sandbox-2')}    tariffs:\n${tariff('')}
    webhooks:\n      - { url: "https://hooks.example.com/four" }`,
      ),
    );
    const { plan } = await apply(shopFile('four', `    routes:\n${route('sandbox-2')}`), true);
    expect(plan.changes.map(({ action, kind }) => `${action} ${kind}`)).toEqual([
      'remove route',
      'remove tariff',
      'remove endpoint',
    ]);
    expect((await apply(shopFile('four', `    routes:\n${route('sandbox-2')}`), true)).plan.changes).toEqual([]);
    const [endpoint] = await db.database('webhook_endpoints').where({ url: 'https://hooks.example.com/four' });
    expect(endpoint).toMatchObject({ disabled_reason: 'operator' });
  });

  it('moves the default endpoint to another URL and keeps its secret', async () => {
    const hooks = (port: number) => `    webhooks:\n      - { url: "http://127.0.0.1:${port}/", default: true }`;
    await apply(shopFile('five', hooks(9001)));
    const { plan, secrets } = await apply(shopFile('five', hooks(9002)));
    expect(plan.changes).toMatchObject([{ action: 'change', kind: 'endpoint', subject: 'default' }]);
    expect(secrets).toEqual([]);
  });

  it('gives a rate a successor instead of overwriting it', async () => {
    const rate = (value: string) => `rates: [{ from: RUB, to: USDT, rate: ${value}, source: bank }]`;
    await apply(rate('0.0125'));
    await apply(rate('0.0130'));
    const rates: { rate: string; valid_until: Date | null }[] = await db
      .database('fx_rates')
      .where({ source: 'bank' })
      .orderBy('rate');
    expect(rates.map((row) => [row.rate, row.valid_until === null])).toEqual([
      ['0.0125000000', false],
      ['0.0130000000', true],
    ]);
    expect((await apply(rate('0.013000'))).plan.changes).toEqual([]);
  });

  it('refuses to do anything but what was agreed to', async () => {
    const setup = setupOf(shopFile('six'));
    const expected = await previewSetup(needs, setup, { isPruning: false });
    await apply(shopFile('six'));
    const late = applySetup(needs, setup, { isPruning: false, actor, expected });
    await expect(late).rejects.toThrow(refused('plan_outdated'));
  });

  it('writes nothing when a part of it fails', async () => {
    const text = shopFile('seven', `    webhooks:\n      - { url: "http://10.0.0.1/hooks" }`);
    await expect(apply(text)).rejects.toThrow(refused('url_plain_outside_networks', { url: 'http://10.0.0.1/hooks' }));
    expect(await db.database('shops').where({ name: 'seven' })).toEqual([]);
  });

  it('may run twice at once: the later finds nothing to do', async () => {
    const results = await Promise.all([apply(shopFile('eight')), apply(shopFile('eight'))]);
    expect(results.map(({ plan }) => plan.changes.length).sort()).toEqual([0, 2]);
  });
});

const refusedFor = (problem: SetupProblem) =>
  refused('setup_file_wrong', {
    file: 'shops.yaml',
    problems: expect.arrayContaining([problem]) as unknown as SetupProblem[],
  });

describe('a setup is refused, with the line,', () => {
  it.each<[string, string, SetupProblem]>([
    [
      'when tariffs overlap',
      shopFile('x', `    tariffs:\n${tariff('maxAmount: 100')}${tariff('minAmount: 100')}`),
      {
        line: 10,
        place: 'shops[0].tariffs[0]',
        code: 'tariff_overlaps',
        details: { from: '100', to: '999999999.99', isPresent: false },
      },
    ],
    [
      'when a route names no method',
      shopFile('x', `    routes:\n${route('sandbox-1').replace('sbp', 'pigeon')}`),
      {
        line: 10,
        place: 'shops[0].routes[0]',
        code: 'no_method',
        details: { direction: 'payment', method: 'pigeon' },
      },
    ],
    [
      'when a route names no provider',
      shopFile('x', `    routes:\n${route('bank-9')}`),
      { line: 10, place: 'shops[0].routes[0]', code: 'no_provider', details: { provider: 'bank-9' } },
    ],
    [
      'when a live shop would use a sandbox',
      shopFile('x', `    routes:\n${route('sandbox-1')}`, 'live'),
      {
        line: 10,
        place: 'shops[0].routes[0]',
        code: 'sandbox_for_live_shop',
        details: { provider: 'sandbox-1', shop: 'x' },
      },
    ],
    [
      'when a range is empty',
      shopFile('x', `    tariffs:\n${tariff('minAmount: 2, maxAmount: 1')}`),
      { line: 10, place: 'shops[0].tariffs[0]', code: 'empty_range', details: {} },
    ],
    [
      'when a tariff is finer than the currency',
      shopFile('x', `    tariffs:\n${tariff('fixed: 0.001')}`),
      {
        line: 10,
        place: 'shops[0].tariffs[0]',
        code: 'figure_too_fine',
        details: { currency: 'RUB', decimals: 2 },
      },
    ],
    [
      'when a rate is finer than its pair',
      'rates: [{ from: RUB, to: USDT, rate: 0.0125001, source: x }]',
      {
        line: 1,
        place: 'rates[0]',
        code: 'rate_too_fine',
        details: { from: 'RUB', to: 'USDT', decimals: 6 },
      },
    ],
    [
      'when a shop names no merchant',
      shopFile('x').replace('merchant: owner of x', 'merchant: Nobody'),
      { line: 5, place: 'shops[0]', code: 'no_merchant', details: { merchant: 'Nobody' } },
    ],
    [
      'when something is named twice',
      'merchants:\n  - Acme\n  - Acme',
      { line: 3, place: 'merchants[1]', code: 'named_twice', details: { kind: 'merchant', subject: 'Acme' } },
    ],
  ])('%s', async (_name, text, problem) => {
    await expect(previewSetup(needs, setupOf(text), { isPruning: false })).rejects.toThrow(refusedFor(problem));
  });

  it('when a tariff overlaps one that stays', async () => {
    await apply(shopFile('nine', `    tariffs:\n${tariff('maxAmount: 100')}`));
    const wider = shopFile('nine', `    tariffs:\n${tariff('minAmount: 50')}`);
    await expect(apply(wider)).rejects.toThrow(
      refusedFor({
        line: 10,
        place: 'shops[0].tariffs[0]',
        code: 'tariff_overlaps',
        details: { from: '0.01', to: '100', isPresent: true },
      }),
    );
    expect((await apply(wider, true)).plan.changes).toHaveLength(2);
  });

  it('when a shop would change its mode or currency', async () => {
    await apply(shopFile('ten'));
    await expect(apply(shopFile('ten', '', 'live'))).rejects.toThrow(
      refusedFor({
        line: 5,
        place: 'shops[0]',
        code: 'fixed_field',
        details: { field: 'mode', before: 'test', after: 'live' },
      }),
    );
  });
});
