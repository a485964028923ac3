import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  beginning,
  clientPlace,
  createOperationsStore,
  detailsPlace,
  lookUpOperations,
  readSealedNumbers,
  replaceSealedNumbers,
} from '#features/operations';
import { readCallbackSecrets, readConnector } from '#features/connectors';
import { secretPlace } from '#features/webhooks';
import type { OperationId } from '#platform/ids';
import { createLog } from '#platform/logs';
import { createMetrics } from '#platform/metrics';
import { decimal } from '#platform/money';
import { createKeyRing, keyIdOf, newKeyText } from '#platform/secrets';
import { createHarness, type Harness } from '#test/faults/payment-harness';
import { addTestConnector } from '#test/support/connected-shop';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { testKeys } from '#test/support/settings';
import { createTestShop, type TestShop } from '#test/support/shop';
import { tester } from '#test/support/operators';
import { readKeyRingStatus, rotateKeyRing, shredNumbers, type RotationProgress } from './index.ts';

const card = '2200000000000004';
const fresh = newKeyText('fresh');
/** As every process has it when the rotation is run: the new key first. */
const both = `${fresh},${testKeys}`;

let db: TestDatabase;
let shop: TestShop;
let harness: Harness;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  for (const table of ['shredding_leftovers', 'operations', 'webhook_endpoints', 'webhook_secrets']) {
    await db.database(table).del();
  }
  shop = await createTestShop(db.database, { webhookUrl: 'https://shop.example/' });
  harness = createHarness(db.database, shop);
});

const accept = async (count: number): Promise<OperationId[]> => {
  const ids: OperationId[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const create = await harness.startCreate('100.00');
    await harness.accept(create);
    ids.push(create.operationId);
  }
  return ids;
};
const needs = (keys: string) => ({ database: db.database, keyRing: createKeyRing(keys) });
const rotate = (keys: string, batchSize = 4) => rotateKeyRing(needs(keys), tester, () => undefined, batchSize);
const numbersUnder = async (keys: string, ids: readonly OperationId[]) => {
  const unsealedOf = await createOperationsStore(db.database, createKeyRing(keys)).readSealed(shop.shopId, ids);
  return ids.map((id) => unsealedOf(id).number);
};
const use = (keyId: string, isInRing: boolean, numbers: number, webhookSecrets: number, bodyDigests: number) => ({
  keyId,
  isInRing,
  canary: isInRing ? 'absent' : null,
  numbers,
  numberDigests: numbers,
  annotations: 0,
  webhookSecrets,
  receipts: 0,
  cancelReasons: 0,
  signingKeys: 0,
  connectorSecrets: 0,
  bodyDigests,
  newestBodyDigestAt: bodyDigests > 0 ? expect.any(Date) : null,
});

describe('a rotation', () => {
  it('leaves nothing that must be read under the old key, which may then leave the ring', async () => {
    const ids = await accept(11);
    const { numbers, webhookSecrets, status } = await rotate(both);
    expect({ numbers, webhookSecrets, status }).toEqual({
      numbers: 11,
      webhookSecrets: 1,
      status: {
        keys: [use('fresh', true, 11, 1, 0), use('k1', true, 0, 0, 11)],
        wrong: [],
        missing: [],
        unreleased: [],
        removable: ['k1'],
      },
    });
    expect(await numbersUnder(fresh, ids)).toEqual(ids.map(() => card));
    const found = await lookUpOperations(needs(fresh), { number: card }, { shopId: null, limit: 20 });
    expect(found).toHaveLength(11);
    const [secret] = await db.database('webhook_secrets').where({ shop_id: shop.shopId });
    expect(createKeyRing(fresh).decrypt(secret.secret_encrypted, secretPlace(shop.shopId, secret.secret_id))).toBe(
      shop.webhookSecret,
    );
    expect(await rotate(both)).toMatchObject({ numbers: 0, webhookSecrets: 0 });
  });

  it('rewrites secrets of connectors, which are known to hang on a key', async () => {
    const { secret, callbackSecret } = await addTestConnector(db.database, 'bank', 'https://bank.example');
    expect(await readKeyRingStatus(needs(testKeys))).toMatchObject({ keys: [{ keyId: 'k1', connectorSecrets: 2 }] });
    expect(await rotate(both)).toMatchObject({ connectorSecrets: 2 });
    expect(await readConnector(needs(fresh), 'bank')).toMatchObject({ secret });
    expect(await readCallbackSecrets(needs(fresh), 'bank')).toEqual([callbackSecret]);
    expect(await rotate(both)).toMatchObject({ connectorSecrets: 0 });
    await db.database('connectors').del();
  });

  it('rewrites what merchants attached, bound to its operation', async () => {
    const [one, other] = (await accept(2)) as [OperationId, OperationId];
    const annotations = { returnUrl: null, description: 'Order 1', metadata: null };
    const sealed = createOperationsStore(db.database, createKeyRing(testKeys)).sealAnnotations(
      shop.shopId,
      one,
      annotations,
    );
    await db.database('operations').where({ operation_id: one }).update({ annotations_encrypted: sealed });
    expect(await readKeyRingStatus(needs(testKeys))).toMatchObject({ keys: [{ keyId: 'k1', annotations: 1 }] });
    expect(await rotate(both)).toMatchObject({
      annotations: 1,
      status: { keys: [{ annotations: 1 }, { annotations: 0 }], missing: [] },
    });
    const store = createOperationsStore(db.database, createKeyRing(fresh));
    const unsealedOf = await store.readSealed(shop.shopId, [one, other]);
    expect(JSON.parse(unsealedOf(one).annotations!)).toEqual(annotations);
    expect(unsealedOf(other).annotations).toBeNull();
    const { annotations_encrypted: moved } = await db.database('operations').where({ operation_id: one }).first();
    await db.database('operations').where({ operation_id: other }).update({ annotations_encrypted: moved });
    await expect(store.readSealed(shop.shopId, [other])).rejects.toThrow('cannot decrypt');
  });

  it('rewrites what is sealed of people beside numbers, and counts it with them', async () => {
    const [id] = (await accept(1)) as [OperationId];
    const places = [clientPlace(shop.shopId, id), detailsPlace(shop.shopId, id)];
    const [client, details] = places.map((place) => createKeyRing(testKeys).encrypt('{"name":"IVAN"}', place));
    await db
      .database('operations')
      .where({ operation_id: id })
      .update({ client_encrypted: client, details_encrypted: details });
    expect(await readKeyRingStatus(needs(testKeys))).toMatchObject({ keys: [{ keyId: 'k1', numbers: 3 }] });
    expect(await rotate(both)).toMatchObject({ numbers: 3, status: { keys: [{ numbers: 3 }, { numbers: 0 }] } });
    const row = await db.database('operations').where({ operation_id: id }).first();
    const moved = [row.client_encrypted, row.details_encrypted];
    expect(places.map((place, nth) => createKeyRing(fresh).decrypt(moved[nth], place))).toEqual([
      '{"name":"IVAN"}',
      '{"name":"IVAN"}',
    ]);
  });

  it('tells how far it has come, and is on record', async () => {
    await accept(6);
    const told: RotationProgress[] = [];
    await rotateKeyRing(needs(both), tester, (progress) => told.push(progress), 4);
    expect(told).toEqual([
      { done: 4, total: 6 },
      { done: 6, total: 6 },
    ]);
    const entries = await db
      .database('house_audit_log')
      .where({ actor: 'cli:tester', subject: 'fresh' })
      .orderBy('entry_id', 'desc')
      .limit(2);
    expect(entries).toMatchObject([
      { action: 'key_ring.rotated', after: { numbers: 6, webhookSecrets: 1 } },
      { action: 'key_ring.rotation_begun', before: [use('fresh', true, 0, 0, 0), { keyId: 'k1', numbers: 6 }] },
    ]);
  });

  it('goes on where one was cut off', async () => {
    const ids = await accept(10);
    const cutOff = rotateKeyRing(
      needs(both),
      tester,
      ({ done }) => {
        if (done === 6) throw new Error('killed');
      },
      3,
    );
    await expect(cutOff).rejects.toThrow('killed');
    expect((await readKeyRingStatus(needs(both))).keys.map(({ numbers }) => numbers)).toEqual([6, 4]);
    expect(await numbersUnder(both, ids)).toEqual(ids.map(() => card));
    expect(await rotate(both)).toMatchObject({ numbers: 4, webhookSecrets: 0 });
  });

  it('gives a digest to numbers that have none', async () => {
    await accept(1);
    await db.database('operations').update({ number_digest: null });
    expect(await rotate(testKeys)).toMatchObject({ numbers: 1 });
    expect(await lookUpOperations(needs(testKeys), { number: card }, { shopId: null, limit: 20 })).toHaveLength(1);
  });

  it('never brings back what is shredded at the same time', async () => {
    const creates = await Promise.all(Array.from({ length: 60 }, () => harness.startCreate('100.00')));
    for (const create of creates) await harness.accept(create);
    for (const { attempt } of creates.slice(0, 40)) {
      await harness.applyFact({ attempt, state: 'paid', paidTotal: decimal('100.00'), evidence: [] });
    }
    const shredding = { database: db.database, metrics: createMetrics(), log: createLog('silent'), retentionDays: 0 };
    await Promise.all([rotate(both, 3), shredNumbers(shredding, 3), rotate(both, 5), shredNumbers(shredding, 7)]);
    const left = await db.database('operations').whereNotNull('number_encrypted');
    expect(left.map((row) => row.status)).toEqual(Array.from({ length: 20 }, () => 'pending'));
    expect(new Set(left.flatMap((row) => [keyIdOf(row.number_encrypted), keyIdOf(row.number_digest)]))).toEqual(
      new Set(['fresh']),
    );
    expect(await db.database('operations').whereNull('number_encrypted').whereNotNull('number_digest')).toEqual([]);
  });

  it('does not write over what became another number since it was read', async () => {
    const [operationId] = await accept(1);
    const [read] = await readSealedNumbers(db.database, beginning, 'fresh', 1);
    const operations = createOperationsStore(db.database, createKeyRing(fresh));
    const other = operations.sealNumber(shop.shopId, operationId!, '2200000000000012');
    const row = { number_encrypted: other.encrypted, number_digest: other.digest };
    await db.database('operations').where({ operation_id: operationId }).update(row);
    const resealed = {
      shopId: shop.shopId,
      operationId: operationId!,
      old: read!.stale!,
      ...operations.sealNumber(shop.shopId, operationId!, card),
    };
    expect(await replaceSealedNumbers(db.database, [resealed])).toBe(0);
    expect(await numbersUnder(fresh, [operationId!])).toEqual(['2200000000000012']);
  });
});

describe('what a ring lacks', () => {
  it('is said, and left as it is', async () => {
    await accept(2);
    const { numbers, webhookSecrets, status } = await rotate(fresh);
    expect({ numbers, webhookSecrets }).toEqual({ numbers: 0, webhookSecrets: 0 });
    expect(status).toEqual({
      keys: [use('fresh', true, 0, 0, 0), use('k1', false, 2, 1, 2)],
      wrong: [],
      missing: ['k1'],
      unreleased: [],
      removable: [],
    });
  });

  it('is nothing when only bodies of old creates hang on a key that has left', async () => {
    await accept(2);
    await rotate(both);
    expect(await readKeyRingStatus(needs(fresh))).toMatchObject({ missing: [], removable: [] });
  });

  it('does not hide behind a key of the same name', async () => {
    await accept(1);
    await expect(rotate(`${fresh},${newKeyText('k1')}`)).rejects.toThrow('Key k1 cannot decrypt');
  });
});
