import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createOperationsStore } from '#features/operations';
import { openDatabase, patiently } from '#platform/database';
import { createLog } from '#platform/logs';
import { createKeyRing, newKeyText } from '#platform/secrets';
import { createHarness } from '#test/faults/payment-harness';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { testKeys } from '#test/support/settings';
import { createTestShop } from '#test/support/shop';
import { refused } from '#test/support/refused';
import { tester } from '#test/support/operators';
import { isKeyRingNeeded, openKeyRing, readKeyRingStatus, rotateKeyRing, watchKeyRing } from './index.ts';

const fresh = newKeyText('fresh');
const otherOfThatName = newKeyText('k1');
const both = `${fresh},${testKeys}`;

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(() => db.drop());

const open = (keys: string, options = {}) => openKeyRing(db.database, keys, options);
/** A payment with a number, and a webhook secret, sealed under the first key. */
const addData = async (): Promise<void> => {
  const shop = await createTestShop(db.database, { webhookUrl: 'https://shop.example/' });
  const harness = createHarness(db.database, shop);
  await harness.accept(await harness.startCreate('100.00'));
};
const canaries = async (): Promise<Record<string, boolean>> => {
  const rows = await db.database('key_ring_canaries').select<{ key_id: string; is_in_use: boolean }[]>();
  return Object.fromEntries(rows.map((row) => [row.key_id, row.is_in_use]));
};
const rotate = (keys: string) =>
  rotateKeyRing({ database: db.database, keyRing: createKeyRing(keys) }, tester, () => undefined);

describe('a key ring at its first use', () => {
  it('leaves a canary of each key, of which the first is in use', async () => {
    expect((await open(both)).ids).toEqual(['fresh', 'k1']);
    expect(await canaries()).toEqual({ fresh: true, k1: false });
    const [row] = await db.database('key_ring_canaries').where({ key_id: 'k1' });
    expect(row.canary.toString('latin1')).not.toContain('turnpike');
  });

  it('is the only one, of two that come at the same moment', async () => {
    const comers = [testKeys, otherOfThatName, fresh, testKeys].map((keys) => open(keys));
    const outcomes = (await Promise.allSettled(comers)).map(({ status }) => status);
    const opened = outcomes.filter((status) => status === 'fulfilled').length;
    expect([1, 2]).toContain(opened);
    expect(Object.values(await canaries())).toEqual([true]);
  });
});

describe('a database with canaries', () => {
  it('is opened by its own ring again, and by one that knows more keys', async () => {
    await open(testKeys);
    await addData();
    await expect(open(testKeys)).resolves.toBeDefined();
    await expect(open(`${testKeys},${fresh}`)).resolves.toBeDefined();
    expect(await canaries()).toEqual({ k1: true, fresh: false });
    // The second key was never used, so it may go again.
    await expect(open(testKeys)).resolves.toBeDefined();
  });

  it('refuses other bytes under a known name in one line, though nothing hangs on the key yet', async () => {
    await open(testKeys);
    await expect(open(otherOfThatName)).rejects.toThrow(refused('key_ring_wrong', { keyIds: ['k1'] }));
    await expect(open(`${fresh},${otherOfThatName}`)).rejects.toThrow(refused('key_ring_wrong', { keyIds: ['k1'] }));
    expect(await canaries()).toEqual({ k1: true });
  });

  it('refuses a ring that lacks a key in use, and stays open for the right one', async () => {
    await open(testKeys);
    await expect(open(fresh)).rejects.toThrow(refused('key_ring_incomplete', { keyIds: ['k1'] }));
    await expect(open(fresh, { mayLackKeys: true })).resolves.toBeDefined();
    expect(await canaries()).toEqual({ k1: true });
    await expect(open(testKeys)).resolves.toBeDefined();
  });

  it("refuses canaries that were put in each other's place", async () => {
    await open(both);
    await db.database.raw(`update key_ring_canaries c set canary = other.canary
      from key_ring_canaries other where other.key_id <> c.key_id`);
    await expect(open(both)).rejects.toThrow(refused('key_ring_wrong', { keyIds: ['fresh', 'k1'] }));
  });

  it('lets a key go once a rotation has found nothing on it, and not before', async () => {
    await open(testKeys);
    await addData();
    await open(both);
    await expect(open(fresh)).rejects.toThrow(refused('key_ring_incomplete', { keyIds: ['k1'] }));
    await rotate(both);
    expect(await canaries()).toEqual({ fresh: true, k1: false });
    await expect(open(fresh)).resolves.toBeDefined();
    await expect(open(`${fresh},${otherOfThatName}`)).rejects.toThrow(refused('key_ring_wrong', { keyIds: ['k1'] }));
  });

  it('is not fooled by a process that goes back to the old key after the rotation', async () => {
    await open(both);
    await rotate(both);
    await open(`${testKeys},${fresh}`);
    await expect(open(fresh)).rejects.toThrow(refused('key_ring_incomplete', { keyIds: ['k1'] }));
  });
});

describe('a database from before there were canaries', () => {
  beforeEach(addData);

  it('is opened by the ring that opens what it holds', async () => {
    expect(await canaries()).toEqual({});
    await open(`${fresh},${testKeys}`);
    expect(await canaries()).toEqual({ fresh: true, k1: true });
  });

  it('refuses a ring of the right name that does not, and one without the name, and keeps no trace of either', async () => {
    await expect(open(otherOfThatName)).rejects.toThrow(refused('key_ring_wrong', { keyIds: ['k1'] }));
    await expect(open(fresh)).rejects.toThrow(refused('key_ring_incomplete', { keyIds: ['k1'] }));
    expect(await canaries()).toEqual({});
    await expect(open(testKeys)).resolves.toBeDefined();
  });

  it('takes one damaged value for damage, and not for another key', async () => {
    const [{ shop_id: shopId, operation_id: id }] = await db.database('operations').select('shop_id', 'operation_id');
    const { encrypted } = createOperationsStore(db.database, createKeyRing(otherOfThatName)).sealNumber(
      shopId,
      id,
      '1',
    );
    await db.database.raw(
      `insert into webhook_secrets (shop_id, endpoint_id, secret_id, secret_encrypted) values (?, gen_random_uuid(), gen_random_uuid(), ?)`,
      [shopId, encrypted],
    );
    await expect(open(testKeys)).resolves.toBeDefined();
  });
});

describe('the status of a ring', () => {
  it('says which keys open, which are others of the same name, and which have not been let go of', async () => {
    await open(testKeys);
    const status = (keys: string) => readKeyRingStatus({ database: db.database, keyRing: createKeyRing(keys) });
    expect(await status(both)).toMatchObject({
      wrong: [],
      keys: [{ canary: 'absent' }, { keyId: 'k1', canary: 'opens' }],
    });
    expect(await status(otherOfThatName)).toMatchObject({ wrong: ['k1'], keys: [{ canary: 'does_not_open' }] });
    expect(await status(fresh)).toMatchObject({ missing: [], unreleased: ['k1'] });
    await addData();
    expect(await status(fresh)).toMatchObject({ missing: ['k1'], unreleased: [] });
  });
});

describe('the watch over a ring', () => {
  it('sees that another process has begun to use a key that this one lacks', async () => {
    const keyRing = await open(testKeys);
    expect(await watchKeyRing(db.database, keyRing)()).toBe(true);
    await open(both);
    expect(await watchKeyRing(db.database, keyRing)()).toBe(false);
    expect(await watchKeyRing(db.database, createKeyRing(otherOfThatName))()).toBe(false);
    expect(await watchKeyRing(db.database, createKeyRing(both))()).toBe(true);
  });

  it('takes a key into use again that a rotation let go of while this process goes on sealing with it', async () => {
    const keyRing = await open(`${testKeys},${fresh}`);
    await rotate(both);
    expect(await canaries()).toEqual({ fresh: false, k1: false });
    expect(await watchKeyRing(db.database, keyRing)()).toBe(true);
    expect(await canaries()).toEqual({ fresh: false, k1: true });
  });

  it('takes a database that does not answer for one that it does not open', async () => {
    const url = new URL(db.url);
    url.pathname = '/is_not_there';
    const gone = openDatabase({ url: url.href, ...patiently }, createLog('silent'));
    expect(await watchKeyRing(gone, createKeyRing(testKeys))()).toBe(false);
    await gone.destroy();
  });
});

describe('a new ring', () => {
  it('is not for a database that a ring was used with, or that holds what was sealed before there were canaries', async () => {
    expect(await isKeyRingNeeded(db.database)).toBe(false);
    await addData();
    expect(await isKeyRingNeeded(db.database)).toBe(true);
    await db.database('operations').del();
    await db.database('webhook_secrets').del();
    expect(await isKeyRingNeeded(db.database)).toBe(false);
    await open(testKeys);
    expect(await isKeyRingNeeded(db.database)).toBe(true);
  });
});
