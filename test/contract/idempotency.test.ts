import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { call, post, postText, problemOf, type Answer } from './call.ts';
import { creatingOperations, creatingRequests } from './creating-operations.ts';
import { requestSchemaOf } from './document.ts';
import { routeOf } from './built-operations.ts';
import { createHarness, type Harness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness?.strike());

type Body = Readonly<Record<string, unknown>>;

const idOf = ({ body }: Answer): string => (body as { operation_id: string }).operation_id;
const identifierOf = (body: Body): string => body['merchant_operation_id'] as string;

it('every operation that creates is tried here', () => {
  expect(Object.keys(creatingRequests).sort()).toEqual([...creatingOperations].sort());
});

describe.each(creatingOperations)('%s', (operationId) => {
  const { path } = routeOf(operationId);
  const { bodyOf, otherValues, rejected, untariffed } = creatingRequests[operationId]!;
  const create = (body: Body): Promise<Answer> => call(harness.url, post(path, body), harness.shop.apiKey);
  const operationsNamed = async (body: Body): Promise<number> => {
    const rows = await harness.testDatabase
      .database('operations')
      .where({ shop_id: harness.shop.shopId, merchant_operation_id: identifierOf(body) })
      .whereNot({ status: 'rejected' });
    return rows.length;
  };
  const expectReused = (answer: Answer, operation: Answer): void => {
    expect(answer.status).toBe(412);
    expect(problemOf(answer)).toMatchObject({ code: 'identifier_reused', operation_id: idOf(operation) });
  };

  it('answers the same for the same body, and creates one operation', async () => {
    const body = bodyOf();
    const first = await create(body);
    const again = await create(body);
    expect(first.status).toBe(200);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await operationsNamed(body)).toBe(1);
  });

  it('compares values, not texts: order, white space and unknown fields do not count', async () => {
    const body = bodyOf();
    const first = await create(body);
    const backwards = Object.fromEntries(Object.entries(body).reverse());
    const spaced = postText(path, JSON.stringify(backwards, null, 4).replaceAll('RUB', '\\u0052UB'));
    for (const again of [
      await call(harness.url, spaced, harness.shop.apiKey),
      await create({ ...body, note: 'new', nested: { deep: [1, null, { x: true }] } }),
    ]) {
      expect([again.status, again.body]).toEqual([200, first.body]);
    }
    expect(await operationsNamed(body)).toBe(1);
  });

  it('refuses the identifier for a body that differs in any documented field', async () => {
    const body = bodyOf();
    const first = await create(body);
    const fields = Object.entries(requestSchemaOf(operationId).properties ?? {}).filter(
      ([, schema]) => schema !== false,
    );
    const compared = fields.map(([name]) => name).filter((name) => name !== 'merchant_operation_id');
    expect(Object.keys(otherValues).sort()).toEqual(compared.sort());
    for (const [name, value] of Object.entries(otherValues))
      expectReused(await create({ ...body, [name]: value }), first);
    expect((await create(body)).body).toEqual(first.body);
    expect(await operationsNamed(body)).toBe(1);
  });

  it('says that an identifier is taken before it judges what only the new body breaks', async () => {
    const body = bodyOf();
    const first = await create(body);
    expectReused(await create({ ...body, method: 'WT_XXX' }), first);
    expectReused(await create({ ...body, currency: 'USD' }), first);
    expect((await create({ ...body, amount: 'much' })).status).toBe(400);
  });

  it('makes one of many equal creates at once', async () => {
    const body = bodyOf();
    const answers = await Promise.all(Array.from({ length: 12 }, () => create(body)));
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(new Set(answers.map(idOf)).size).toBe(1);
    expect(await operationsNamed(body)).toBe(1);
  });

  it('lets one of several different creates at once have the identifier', async () => {
    const body = bodyOf();
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((client) => create({ ...body, client_id: client })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
    const winner = answers.find(({ status }) => status === 200)!;
    for (const loser of answers.filter((answer) => answer !== winner)) {
      // It is named once it can be read: these may have come before it was decided.
      const { code, operation_id: named } = problemOf(loser);
      expect([code, [undefined, idOf(winner)].includes(named)]).toEqual(['identifier_reused', true]);
    }
  });

  it('frees the identifier when the create is rejected', async () => {
    const body = bodyOf();
    expect((await create({ ...body, ...rejected.changes })).status).toBe(rejected.status);
    expect((await create({ ...body, ...rejected.changes })).status).toBe(rejected.status);
    expect((await create(body)).status).toBe(200);
  });

  it('never takes the identifier when the create is refused', async () => {
    const body = bodyOf();
    expect((await create({ ...body, method: 'WT_XXX' })).status).toBe(400);
    const { cardShop, url } = harness;
    const phone = await call(url, post(path, { ...body, ...untariffed }), cardShop.apiKey);
    expect(phone.status).toBe(422);
    expect((await call(url, post(path, body), cardShop.apiKey)).status).toBe(200);
    expect((await create(body)).status).toBe(200);
  });

  it('shares a rejection among equal creates at once', async () => {
    const body = bodyOf(rejected.changes);
    const answers = await Promise.all([create(body), create(body), create(body)]);
    expect(answers.map(({ status }) => status)).toEqual(Array(3).fill(rejected.status));
    expect(await operationsNamed(body)).toBe(0);
  });

  it('holds the identifier while an attempt of a rejected create is not definite', async () => {
    const body = bodyOf();
    const first = await create(body);
    const row = harness.testDatabase.database('operations').where({ operation_id: idOf(first) });
    await row.clone().update({ status: 'rejecting' });
    expect(problemOf(await create(body))).toMatchObject({ status: 503, code: 'create_in_progress' });
    await row.clone().update({ status: 'rejected' });
    const second = await create(body);
    expect([second.status, idOf(second) === idOf(first)]).toEqual([200, false]);
  });

  it('keeps the identifiers of shops apart', async () => {
    const body = bodyOf();
    const ours = await create(body);
    const theirs = await call(harness.url, post(path, body), harness.otherShop.apiKey);
    expect([ours.status, theirs.status]).toEqual([200, 200]);
    expect(idOf(theirs)).not.toBe(idOf(ours));
  });

  it('compares identifiers exactly', async () => {
    const body = bodyOf();
    const identifier = identifierOf(body);
    const variants = [identifier, identifier.toUpperCase(), ` ${identifier}`, `${identifier} `, `${identifier}\u0301`];
    const answers = await Promise.all(variants.map((name) => create({ ...body, merchant_operation_id: name })));
    expect(new Set(answers.map(idOf)).size).toBe(variants.length);
  });
});
