import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createKeyRing } from '#platform/secrets';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { testKeys } from '#test/support/settings';
import { tester } from '#test/support/operators';
import { applySetup, exportSetup, readSetupFile } from './index.ts';

const setup = `
merchants: [Acme, "Überall & Söhne: #1"]
providers:
  - { id: sandbox-1, kind: sandbox }
  - { id: sandbox-2, kind: sandbox, active: false }
methods:
  - { api: v1, code: WT_RUB_C2C, direction: payment, currency: RUB, rail: card, numberFormat: card_16_to_19, minAmount: 100.50 }
  - { api: h2h, code: by_rule, direction: [payment, payout], currency: RUB, rail: phone, numberFormat: phone_ru, bankRule: classified, bankList: sbp }
  - { api: h2h, code: by_rail, direction: payout, currency: RUB, rail: phone, numberFormat: phone_ru }
rates:
  - { from: RUB, to: USDT, rate: 0.0125, source: treasury }
shops:
  - name: acme-usdt
    merchant: Acme
    mode: test
    settlementCurrency: USDT
    rateSource: treasury
    routes:
      - { direction: [payment, payout], method: [WT_RUB_C2C, WT_RUB_PHONE], provider: sandbox-1, priority: 1, maxAmount: 5000 }
      - { direction: payment, method: WT_RUB_C2C, provider: sandbox-2, priority: 2, active: false, lifetimeSeconds: 60, answerTimeoutMs: 900 }
    tariffs:
      - { direction: payment, method: WT_RUB_C2C, percent: 3.5, fixed: 0.000001, minimum: 2 }
      - { direction: payout, method: WT_RUB_C2C, tier: intrabank, percent: 1 }
    webhooks:
      - { url: "https://127.0.0.1/default", default: true }
      - { url: "https://127.0.0.1/some", types: [operation.completed, operation.cancelled] }
  - { name: "1e3", merchant: "Überall & Söhne: #1", mode: live, settlementCurrency: RUB }
`;

let first: TestDatabase;
let second: TestDatabase;
beforeAll(async () => {
  [first, second] = [await createTestDatabase(), await createTestDatabase()];
});
afterAll(async () => {
  await first.drop();
  await second.drop();
});

const apply = ({ database }: TestDatabase, text: string, isPruning = false) => {
  const needs = { database, keyRing: createKeyRing(testKeys), allowedNetworks: ['127.0.0.0/8'] };
  return applySetup(needs, readSetupFile(text, 'file.yaml'), { isPruning, actor: tester });
};

it('what is exported makes the same set-up on an empty database, and changes nothing where it came from', async () => {
  await apply(first, setup);
  const exported = await exportSetup(first);
  await apply(second, exported);
  expect(await exportSetup(second)).toBe(exported);
  for (const database of [first, second]) {
    const { plan } = await apply(database, exported, true);
    expect(plan).toEqual({ changes: [], unnamed: [] });
  }
  expect(exported).toContain('name: acme-usdt');
  expect(exported).toContain('https://127.0.0.1/some');
});

it('a method has the bank rule that the file names, or that of its rail, and ignores the banks of payments', async () => {
  await apply(first, setup);
  const methods = await first
    .database('methods')
    .whereLike('code', 'by\\_%')
    .orderBy(['code', 'direction'])
    .select('code', 'direction', 'bank_rule', 'bank_list');
  expect(methods).toEqual([
    { code: 'by_rail', direction: 'payout', bank_rule: 'listed', bank_list: 'rub_codes' },
    { code: 'by_rule', direction: 'payment', bank_rule: 'ignored', bank_list: null },
    { code: 'by_rule', direction: 'payout', bank_rule: 'classified', bank_list: 'sbp' },
  ]);
});

it('an endpoint that was removed stays out of the export, and so does every secret', async () => {
  await apply(first, setup.replace(/ +- \{ url: "https:..127.0.0.1.some".*\n/, ''), true);
  const exported = await exportSetup(first);
  expect(exported).not.toContain('https://127.0.0.1/some');
  expect(exported).not.toMatch(/whsec_|secret|encrypted|digest|tp_(live|test)_/i);
});
