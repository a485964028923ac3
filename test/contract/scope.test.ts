import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routeOf, type BuiltOperation } from './built-operations.ts';
import { call, post, problemOf, type Answer } from './call.ts';
import { creatingOperations, creatingRequests } from './creating-operations.ts';
import { createHarness, type Harness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness?.strike());

type Changes = Readonly<Record<string, unknown>>;
type Created = { readonly operationId: string; readonly identifier: string };

const createBy = async (creating: BuiltOperation, changes?: Changes): Promise<Created> => {
  const body = creatingRequests[creating]!.bodyOf(changes);
  const created = await call(harness.url, post(routeOf(creating).path, body), harness.shop.apiKey);
  expect(created.status).toBe(200);
  const { operation_id: operationId } = created.body as { operation_id: string };
  return { operationId, identifier: body['merchant_operation_id'] as string };
};

const readBoth = ({ operationId, identifier }: Created, apiKey: string): Promise<Answer[]> =>
  Promise.all(
    [{ operation_id: operationId }, { merchant_operation_id: identifier }].map((lookup) =>
      call(harness.url, post('/v1/get_operation_state', lookup), apiKey),
    ),
  );

const expectBoth = (answers: readonly Answer[], status: number): void =>
  expect(answers.map((answer) => answer.status)).toEqual([status, status]);

const change = ({ operationId }: Created, changes: Changes) =>
  harness.testDatabase.database('operations').where({ operation_id: operationId }).update(changes);

describe.each(creatingOperations)('an operation of %s', (creating) => {
  const create = (changes?: Changes): Promise<Created> => createBy(creating, changes);

  it('is seen by its own shop in both ways', async () => {
    expectBoth(await readBoth(await create(), harness.shop.apiKey), 200);
  });

  it('is as absent for another shop as one that never was', async () => {
    const created = await create();
    const answers = await readBoth(created, harness.otherShop.apiKey);
    expectBoth(answers, 404);
    const [never] = await readBoth({ operationId: randomUUID(), identifier: 'never' }, harness.otherShop.apiKey);
    const told = ({ code, message, title, type }: ReturnType<typeof problemOf>) => ({ code, message, title, type });
    for (const answer of answers) expect(told(problemOf(answer))).toEqual(told(problemOf(never!)));
  });

  it('of the other API is not seen, and leaves the identifier free in this one', async () => {
    const created = await create();
    await change(created, { api: 'h2h' });
    expectBoth(await readBoth(created, harness.shop.apiKey), 404);
    const again = await create({ merchant_operation_id: created.identifier });
    expect(again.operationId).not.toBe(created.operationId);
  });

  it('is found by its operation_id in upper case too', async () => {
    const { operationId } = await create();
    const lookup = { operation_id: operationId.toUpperCase() };
    const { status, body } = await call(harness.url, post('/v1/get_operation_state', lookup), harness.shop.apiKey);
    expect([status, (body as { operation_id: string }).operation_id]).toEqual([200, operationId]);
  });

  it('is not found by anything but exactly its identifier', async () => {
    const { operationId, identifier } = await create();
    for (const other of [operationId, identifier.toUpperCase(), `${identifier} `, '%', identifier.replace('-', '_')]) {
      const { status } = await call(
        harness.url,
        post('/v1/get_operation_state', { merchant_operation_id: other }),
        harness.shop.apiKey,
      );
      expect([other, status]).toEqual([other, 404]);
    }
  });
});

describe('a payment', () => {
  it.each(['creating', 'rejecting', 'rejected'])('that is %s does not exist yet, or any more', async (status) => {
    const created = await createBy('createPayment');
    const leasedUntil = status === 'creating' ? new Date(Date.now() + 60_000) : null;
    await change(created, { status, leased_until: leasedUntil });
    expectBoth(await readBoth(created, harness.shop.apiKey), 404);
    await change(created, { status: 'rejected', leased_until: null });
  });
});

describe('the balance of a shop', () => {
  it('is not touched by the payouts of another', async () => {
    const balancesOf = async (apiKey: string): Promise<unknown> =>
      (await call(harness.url, { method: 'GET', path: '/v1/balances' }, apiKey)).body;
    const [ours, theirs] = [await balancesOf(harness.shop.apiKey), await balancesOf(harness.otherShop.apiKey)];
    await createBy('createPayout');
    expect(await balancesOf(harness.otherShop.apiKey)).toEqual(theirs);
    expect(await balancesOf(harness.shop.apiKey)).not.toEqual(ours);
  });
});
