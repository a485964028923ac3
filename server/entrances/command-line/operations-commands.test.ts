import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createStage, type StagedCreate } from '#test/faults/payment-stage';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { testKeys } from '#test/support/settings';
import { createTestShop, type TestShop } from '#test/support/shop';
import { createSpeaker, type Spoken } from './spoken-fixture.ts';

let db: TestDatabase;
let shop: TestShop;
let create: StagedCreate;
let find: (...words: readonly string[]) => Promise<Spoken>;
beforeAll(async () => {
  db = await createTestDatabase();
  shop = await createTestShop(db.database);
  const stage = createStage(db.database, shop);
  create = await stage.startCreate('100.00');
  await stage.accept(create);
  const speak = createSpeaker(db.url);
  find = (...words) => speak(['operations', 'find', ...words], testKeys);
});
afterAll(() => db.drop());

describe('turnpike operations find', () => {
  it('shows operations with their numbers masked', async () => {
    const { code, out, err } = await find('--number', '2200 0000 0000 0004');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const [header, row = ''] = out.split('\n');
    expect(header).toMatch(/^SHOP +ID +TYPE +STATUS +ASKED +ACTUAL +METHOD +NUMBER +CREATED$/);
    for (const cell of [shop.name, create.operationId, 'payment', 'pending', '100.00 RUB', 'WT_RUB_C2C', '220000******0004']) {
      expect(row).toContain(cell);
    }
    expect(out).not.toContain('2200000000000004');
  });

  it('finds by either identifier, in one shop or in all', async () => {
    const wanted = [expect.objectContaining({ operationId: create.operationId, number: '220000******0004' })];
    const json = async (...words: readonly string[]) => JSON.parse((await find(...words, '--json')).out) as unknown;
    expect(await json('--id', create.operationId)).toEqual(wanted);
    expect(await json('--identifier', create.operationId, '--shop', shop.name)).toEqual(wanted);
    const other = await createTestShop(db.database);
    expect(await json('--id', create.operationId, '--shop', other.name)).toEqual([]);
  });

  it('says when there is none', async () => {
    expect(await find('--number', '2200000000000012')).toEqual({ code: 0, out: '', err: 'No operation.' });
  });

  it('wants to know one thing to look for', async () => {
    const refused = { code: 1, err: expect.stringContaining('Say what to look for') };
    expect(await find()).toMatchObject(refused);
    expect(await find('--number', '1', '--identifier', '2')).toMatchObject(refused);
    expect(await find('--id', 'x')).toMatchObject({ code: 2, err: expect.stringContaining('Give an operation id') });
  });
});
