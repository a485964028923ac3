import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiKeyResolver } from '#features/access';
import { listBalances } from '#features/balances';
import { openTokens } from '#features/clients';
import { findShopByName } from '#features/merchants';
import { checkInvariants } from '#features/reports';
import { formatAmount } from '#platform/money';
import { createKeyRing, newKeyText } from '#platform/secrets';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import type { Demo } from './demo-file.ts';
import { seedDemo, standardMethods, type SetupNeeds } from './index.ts';

const baseUrl = 'http://127.0.0.1:8080/';
const webhookInboxUrl = 'http://127.0.0.1:8080/inbox';
const directory = mkdtempSync(join(tmpdir(), 'turnpike-demo-'));
const file = join(directory, 'new', 'demo.json');
let db: TestDatabase;
let needs: SetupNeeds;

beforeAll(async () => {
  db = await createTestDatabase();
  const keyRing = createKeyRing(newKeyText());
  needs = { database: db.database, keyRing, allowedNetworks: ['127.0.0.0/8'] };
});
afterAll(async () => {
  rmSync(directory, { recursive: true });
  await db.drop();
});

const balanceOf = async (name: string): Promise<string[]> => {
  const shop = await findShopByName(db.database, name);
  if (shop === null) throw new Error(`no shop ${name}`);
  const balances = await listBalances(db, shop);
  return balances.map(({ currency, available }) => `${formatAmount(available.amount, currency)} ${currency}`);
};

describe('seeding the demo', () => {
  it('writes where it is and how to get in, for its owner only', async () => {
    const demo = await seedDemo(needs, { file, baseUrl, webhookInboxUrl });
    expect(demo).toEqual({
      baseUrl: 'http://127.0.0.1:8080',
      webhookInboxUrl,
      shops: ['A', 'B'].map((name) => ({
        name,
        apiKey: expect.stringMatching(/^tp_test_/),
        h2h: { clientId: expect.any(String), clientSecret: expect.stringMatching(/^tpc_test_/) },
        webhookSecret: expect.stringMatching(/^whsec_/),
      })),
    });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(demo);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('gives each shop a million, every method over both providers, and a tariff', async () => {
    expect([await balanceOf('A'), await balanceOf('B')]).toEqual([['1000000.00 RUB'], ['1000000.000000 USDT']]);
    expect(await db.database('routes')).toHaveLength(standardMethods.length * 2 * 2);
    expect(await db.database('tariffs')).toHaveLength(standardMethods.length * 2);
  });

  it('again changes nothing, and keeps the secrets', async () => {
    const before = readFileSync(file, 'utf8');
    await seedDemo(needs, { file, baseUrl, webhookInboxUrl });
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(await balanceOf('A')).toEqual(['1000000.00 RUB']);
    expect(await db.database('audit_log').where({ action: 'balance.deposit' })).toHaveLength(2);
  });

  it('follows when the process listens somewhere else', async () => {
    const moved = await seedDemo(needs, { file, webhookInboxUrl: 'http://127.0.0.1:9090/inbox' });
    expect(moved).toMatchObject({
      baseUrl: 'http://127.0.0.1:8080',
      webhookInboxUrl: 'http://127.0.0.1:9090/inbox',
    });
    expect(await db.database('webhook_endpoints').pluck('url')).toEqual(Array(2).fill('http://127.0.0.1:9090/inbox'));
  });

  it('issues new secrets when the file is lost, and the new key opens the shop', async () => {
    const { shops: before } = JSON.parse(readFileSync(file, 'utf8'));
    rmSync(file);
    const { shops } = await seedDemo(needs, { file, baseUrl, webhookInboxUrl });
    expect(shops[0]?.apiKey).not.toBe(before[0].apiKey);
    expect(shops[0]?.webhookSecret).not.toBe(before[0].webhookSecret);
    const key = await createApiKeyResolver(needs)(shops[0]?.apiKey ?? '');
    expect(key).toMatchObject({ outcome: 'valid', access: { settlementCurrency: 'RUB' } });
  });

  it('gives a demo of the version before its clients, and leaves the rest of it as it is', async () => {
    const before: Demo = JSON.parse(readFileSync(file, 'utf8'));
    const older = before.shops.map(({ h2h: _later, ...shop }) => shop);
    writeFileSync(file, JSON.stringify({ ...before, shops: older }));
    const { shops } = await seedDemo(needs, { file, baseUrl, webhookInboxUrl });
    expect(shops).toMatchObject(older);
    const tokens = openTokens(needs);
    for (const { h2h } of shops) {
      expect(await tokens.authenticateClient(h2h!)).toMatchObject({
        outcome: 'valid',
        client: { scopes: ['payin', 'payout', 'read'] },
      });
    }
  });

  it('leaves a ledger that adds up', async () => {
    const findings = await checkInvariants(needs);
    expect(findings.filter(({ violations }) => violations > 0)).toEqual([]);
  });
});
