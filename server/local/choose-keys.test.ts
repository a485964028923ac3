import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openKeyRing } from '#features/privacy';
import { newKeyText } from '#platform/secrets';
import { chooseKeys } from '#server/local/choose-keys';
import { openDataDirectory, type DataDirectory } from '#server/local/places';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { createTestShop } from '#test/support/shop';

let db: TestDatabase;
let directory: string;
let places: DataDirectory;
beforeEach(async () => {
  db = await createTestDatabase();
  directory = mkdtempSync(join(tmpdir(), 'turnpike-'));
  places = openDataDirectory(directory);
});
afterEach(async () => {
  rmSync(directory, { recursive: true });
  await db.drop();
});

const choose = (given?: string) => chooseKeys({ database: db.database, places }, given);

describe('the key ring of a local run', () => {
  it('is made for an empty database, for its owner alone, with a name of its own, and is the same the next time', async () => {
    const keys = await choose();
    expect(keys).toMatch(/^k[0-9a-f]{6}:[A-Za-z0-9+/]{43}=$/);
    expect(statSync(places.keysFile).mode & 0o777).toBe(0o600);
    await openKeyRing(db.database, keys);
    expect(await choose()).toBe(keys);
    expect(await choose('')).toBe(keys);
    rmSync(places.keysFile);
    const another = openDataDirectory(directory).makeKeys();
    expect(another.split(':')[0]).not.toBe(keys.split(':')[0]);
  });

  it('is never made for a database that another ring was used with', async () => {
    await openKeyRing(db.database, newKeyText());
    await expect(choose()).rejects.toThrow(/set TURNPIKE_KEYS to that ring/);
    expect(existsSync(places.keysFile)).toBe(false);
  });

  it('is never made for a database that holds sealed rows from before there were canaries', async () => {
    await createTestShop(db.database, { webhookUrl: 'https://shop.example/' });
    await expect(choose()).rejects.toThrow(/neither TURNPIKE_KEYS nor .*keys names one/);
    expect(existsSync(places.keysFile)).toBe(false);
    expect(await choose('k1:given')).toBe('k1:given');
  });
});
