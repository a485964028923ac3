import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { testKeys } from '#test/support/settings';
import { createSpeaker, type Spoken } from './spoken-fixture.ts';

type Listed = { readonly bankCode: string; readonly bankName: string; readonly leftAt: string | null };

const directory = mkdtempSync(join(tmpdir(), 'turnpike-banks-'));
const path = join(directory, 'banks.json');
let db: TestDatabase;
let speak: ReturnType<typeof createSpeaker>;
beforeAll(async () => {
  db = await createTestDatabase();
  speak = createSpeaker(db.url);
});
afterAll(async () => {
  rmSync(directory, { recursive: true });
  await db.drop();
});

const banks = (...words: string[]): Promise<Spoken> => speak(['banks', ...words], testKeys);
const listed = async (...words: string[]): Promise<Listed[]> =>
  JSON.parse((await banks('list', '--json', ...words)).out) as Listed[];
const importing = (members: unknown, ...words: string[]): Promise<Spoken> => {
  writeFileSync(path, JSON.stringify({ dictionary: members }));
  return banks('import', path, ...words);
};
const asMembers = (all: readonly Listed[]) =>
  all.map(({ bankCode, bankName }) => ({ bankName, schema: `bank${bankCode}` }));

describe('turnpike banks', () => {
  it('list shows the members with their tier and aliases', async () => {
    const { out } = await banks('list');
    expect(out).toContain('CODE          NAME');
    expect(out).toMatch(/^100000000111 {2}Сбербанк +intrabank .*sberbank/m);
    expect((await listed()).length).toBe(186);
  });

  it('import asks first, with all that changes', async () => {
    const members = asMembers(await listed()).filter(({ bankName }) => bankName !== 'Плайт');
    const { code, err } = await importing([...members, { bankName: 'Новый Банк', schema: 'bank100000000999' }]);
    expect(code).toBe(1);
    expect(err).toContain('+ 100000000999 Новый Банк\n- 100000000296 Плайт\n');
    expect(err).toContain('Change the banks? Of 186 then, 1 join, 0 are renamed, 1 leave.');
    expect((await listed()).map(({ bankName }) => bankName)).toContain('Плайт');
  });

  it('import takes up the dictionary, and list shows who left when it is asked to', async () => {
    const members = asMembers(await listed()).filter(({ bankName }) => bankName !== 'Плайт');
    expect(await importing(members, '--yes')).toMatchObject({ code: 0, out: 'Took up 185 banks.' });
    expect((await listed()).length).toBe(185);
    const left = (await listed('--all')).filter(({ leftAt }) => leftAt !== null);
    expect(left).toMatchObject([{ bankName: 'Плайт', bankCode: '100000000296' }]);
    expect(await importing(members, '--yes')).toMatchObject({ code: 0, out: 'Nothing to change.' });
    const { out } = await speak(['audit', 'list', '--json'], testKeys);
    expect(out).toContain('banks.imported');
  });

  it('import names every place of a wrong file, and changes nothing', async () => {
    const before = await listed('--all');
    const wrong = await importing([{ bankName: 'Плайт', schema: '1' }, { bankName: ' ' }], '--yes');
    expect(wrong.code).toBe(1);
    const lines = wrong.err.split('\n').map((line) => line.replace(/^turnpike: /, ''));
    expect(lines.map((line) => line.split(': ').slice(0, 2).join(': '))).toEqual([
      `${path}: dictionary[0].schema`,
      `${path}: dictionary[1].bankName`,
      `${path}: dictionary[1].schema`,
    ]);
    const twice = [1, 2].map(() => ({ bankName: 'Плайт', schema: 'bank100000000296' }));
    expect((await importing(twice, '--yes')).err).toContain(
      'dictionary[1]: 100000000296 stands at dictionary[0] already',
    );
    writeFileSync(path, '{"a": \u202e}');
    expect((await banks('import', path, '--yes')).err).toMatch(/^turnpike: \S+: [^\u202e]+$/);
    writeFileSync(path, ' '.repeat(1_048_577));
    expect((await banks('import', path, '--yes')).err).toContain('The file is longer than 1048576 bytes.');
    expect((await banks('import', join(directory, 'none.json'), '--yes')).code).toBe(1);
    expect(await listed('--all')).toEqual(before);
  });
});
