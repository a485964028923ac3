import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createKeyRing, newKeyText } from '#platform/secrets';
import { createHarness } from '#test/faults/payment-harness';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { testKeys } from '#test/support/settings';
import { createTestShop } from '#test/support/shop';
import { storeReceipt } from '../../features/receipts/storage/stored-files-fixture.ts';
import { createSpeaker, type Spoken } from './spoken-fixture.ts';

const fresh = newKeyText('fresh');
const both = `${fresh},${testKeys}`;

let db: TestDatabase;
let speak: (words: readonly string[], keys: string) => Promise<Spoken>;
beforeAll(async () => {
  db = await createTestDatabase();
  speak = createSpeaker(db.url);
  const shop = await createTestShop(db.database, { webhookUrl: 'https://shop.example/' });
  await storeReceipt({ database: db.database, keyRing: createKeyRing(testKeys) }, shop.shopId);
  const harness = createHarness(db.database, shop);
  for (let nth = 0; nth < 3; nth += 1) await harness.accept(await harness.startCreate('100.00'));
});
afterAll(() => db.drop());

const ring = (words: string, keys: string): Promise<Spoken> => speak(['keys-ring', ...words.split(' ')], keys);
/** A line of the table by its columns. */
const line = (...cells: readonly string[]): RegExp => new RegExp(`^${cells.join(' +')}( +\\d{4}-.*)?$`, 'm');

describe('turnpike keys-ring', () => {
  it('generates a key that a ring takes, another one each time, and says what to do with it', async () => {
    const [one, other] = [await ring('generate', ''), await ring('generate', '')];
    expect(one).toMatchObject({ code: 0, out: expect.stringMatching(/^k[0-9a-f]{6}:[A-Za-z0-9+/]{43}=$/) });
    expect(one.err).toContain('TURNPIKE_KEYS=<present ones>,<this>');
    expect(other.out).not.toBe(one.out);
    expect(await ring('status', one.out)).toMatchObject({ out: expect.stringContaining(one.out.split(':')[0]!) });
    const { key } = JSON.parse((await ring('generate --json', '')).out) as { key: string };
    expect(key).toMatch(/^k[0-9a-f]{6}:/);
  });

  it('counts what hangs on which key', async () => {
    const { code, out, err } = await ring('status', both);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(line('fresh', 'first', '0', '0', '0', '0', '0', '0', '0', '0', '0'));
    expect(out).toMatch(line('k1', 'in use', '3', '3', '0', '1', '1', '0', '0', '0', '3'));
  });

  it('says loudly, and by its exit code, that the ring lacks a key', async () => {
    const { code, out, err } = await ring('status', fresh);
    expect(code).toBe(1);
    expect(out).toMatch(line('k1', 'MISSING', '3', '3', '0', '1', '1', '0', '0', '0', '3'));
    expect(err).toContain('KEY k1 IS MISSING');
    expect(await ring('rotate', fresh)).toMatchObject({ code: 1, err: expect.stringContaining('KEY k1 IS MISSING') });
  });

  it('rotates, tells how far it is, and which key may leave when', async () => {
    const { code, out, err } = await ring('rotate', both);
    expect(code).toBe(0);
    expect(err).toContain('3 of 3 operations (100 %)');
    const rewritten =
      '3 more numbers, 0 more annotations, 1 more webhook secrets, 1 more receipts, 0 more reasons, 0 more signing keys and 0 more secrets of connectors.';
    expect(err).toContain(`Under key fresh now: ${rewritten}`);
    expect(err).toMatch(/Key k1 may leave TURNPIKE_KEYS once no create from before 2\S+Z is sent again/);
    expect(out).toMatch(line('fresh', 'first', '3', '3', '0', '1', '1', '0', '0', '0', '0'));
    expect(out).toMatch(line('k1', 'may leave', '0', '0', '0', '0', '0', '0', '0', '0', '3'));
    const without = await ring('status', fresh);
    expect(without.code).toBe(0);
    expect(without.out).toMatch(line('k1', 'not in the ring', '0', '0', '0', '0', '0', '0', '0', '0', '3'));
  });

  it('answers in lines of JSON, the status last', async () => {
    const { out, err } = await ring('rotate --json', `${testKeys},${fresh}`);
    expect(err).toBe('');
    const lines = out.split('\n').map((text) => JSON.parse(text) as Record<string, unknown>);
    expect(lines.at(0)).toEqual({ done: 3, total: 3 });
    expect(lines.at(-1)).toMatchObject({
      numbers: 3,
      webhookSecrets: 1,
      receipts: 1,
      status: { missing: [], removable: ['fresh'] },
    });
    const status = JSON.parse((await ring('status --json', both)).out) as unknown;
    expect(status).toMatchObject({ keys: [{ keyId: 'fresh' }, { keyId: 'k1', numbers: 3 }] });
    expect((await ring('status', `${testKeys},${fresh}`)).err).toContain('Nothing hangs on key fresh');
  });
});
