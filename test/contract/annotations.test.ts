import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '#test/support/eventually';
import { startWebhookInbox, type WebhookInbox } from '#server/local/webhook-inbox';
import { addEndpoint } from '#features/webhooks';
import { createKeyRing } from '#platform/secrets';
import { testKeys } from '#test/support/settings';
import { call, post, problemOf, type Answer } from './call.ts';
import { creatingOperations, creatingRequests } from './creating-operations.ts';
import { routeOf } from './built-operations.ts';
import { createHarness, type Harness } from './harness.ts';

type Body = Readonly<Record<string, unknown>>;

let harness: Harness;
let inbox: WebhookInbox;
beforeAll(async () => {
  harness = await createHarness();
  inbox = await startWebhookInbox({ host: '127.0.0.1', port: 0 });
  const needs = {
    database: harness.testDatabase.database,
    keyRing: createKeyRing(testKeys),
    allowedNetworks: ['127.0.0.0/8'],
  };
  await addEndpoint(needs, harness.shop.shopId, { url: inbox.url });
});
afterAll(async () => {
  await harness?.strike();
  await inbox?.stop();
});

const annotations = {
  return_url: 'https://shop.example/orders/184?step=2#top',
  description: 'Заказ 184: «два билета» <b>&amp;',
  metadata: { cart: '70412-9', 'customer note': '', я: '🙂', '10': 'ten', '9': 'nine' },
};
const pairs = (count: number, value = 'v') =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`name-${n}`, value]));
const send = (path: string, body: Body): Promise<Answer> => call(harness.url, post(path, body), harness.shop.apiKey);
const stateOf = async (lookup: Body) => (await send('/v1/get_operation_state', lookup)).body as Body;

describe.each(creatingOperations)('%s', (operationId) => {
  const { path } = routeOf(operationId);
  const { bodyOf } = creatingRequests[operationId]!;

  it('answers what was attached as it came, and so does every read', async () => {
    const body = bodyOf(annotations);
    const created = await send(path, body);
    expect(created).toMatchObject({ status: 200, body: annotations });
    const { operation_id: id } = created.body as { operation_id: string };
    expect(await stateOf({ operation_id: id })).toMatchObject(annotations);
    expect(await stateOf({ merchant_operation_id: body['merchant_operation_id'] })).toMatchObject(annotations);
    expect((await send(path, body)).body).toEqual(created.body);
  });

  it('answers none of it where nothing was attached, an empty list of metadata included', async () => {
    const body = bodyOf();
    const created = await send(path, body);
    for (const field of Object.keys(annotations)) expect(created.body).not.toHaveProperty(field);
    expect((await send(path, { ...body, metadata: {} })).body).toEqual(created.body);
  });

  it('takes the metadata for the same in another order', async () => {
    const body = bodyOf(annotations);
    const created = await send(path, body);
    const metadata = Object.fromEntries(Object.entries(annotations.metadata).reverse());
    expect((await send(path, { ...body, metadata })).status).toBe(200);
    const { operation_id } = created.body as Body;
    for (const changed of [
      { metadata: { ...metadata, cart: '2' } },
      { description: 'Other' },
      { return_url: undefined },
    ]) {
      const answer = await send(path, { ...body, ...changed });
      expect(problemOf(answer)).toMatchObject({ status: 412, code: 'identifier_reused', operation_id });
    }
  });

  it('takes as much as the contract allows', async () => {
    const most = {
      return_url: `https://shop.example/${'x'.repeat(2_048 - 'https://shop.example/'.length)}`,
      description: '🙂'.repeat(140),
      metadata: { ...pairs(19, 'я'.repeat(500)), ['🙂'.repeat(40)]: '' },
    };
    expect(await send(path, bodyOf(most))).toMatchObject({ status: 200, body: most });
  });

  it.each<readonly [string, Body, string]>([
    ['plain http', { return_url: 'http://shop.example/' }, '/body/return_url'],
    ['an address of this machine without TLS', { return_url: 'http://127.0.0.1/' }, '/body/return_url'],
    ['a script', { return_url: 'javascript:alert(1)' }, '/body/return_url'],
    ['a path', { return_url: '/orders/1' }, '/body/return_url'],
    ['no host', { return_url: 'https://' }, '/body/return_url'],
    ['a password', { return_url: 'https://user:secret@shop.example/' }, '/body/return_url'],
    ['a user', { return_url: 'https://user@shop.example/' }, '/body/return_url'],
    ['a port beyond all ports', { return_url: 'https://shop.example:99999/' }, '/body/return_url'],
    ['a space', { return_url: 'https://shop.example/a b' }, '/body/return_url'],
    ['a line break', { return_url: 'https://shop.example/\r\nx: y' }, '/body/return_url'],
    ['a backslash', { return_url: 'https:\\\\shop.example' }, '/body/return_url'],
    ['nothing for an address', { return_url: '' }, '/body/return_url'],
    ['2,049 characters', { return_url: `https://shop.example/${'x'.repeat(2_028)}` }, '/body/return_url'],
    ['141 characters', { description: 'я'.repeat(141) }, '/body/description'],
    ['no word', { description: '' }, '/body/description'],
    ['21 pairs', { metadata: pairs(21) }, '/body/metadata'],
    ['a name of 41 characters', { metadata: { ['x'.repeat(41)]: '' } }, '/body/metadata'],
    ['an empty name', { metadata: { '': 'x' } }, '/body/metadata'],
    ['a value of 501 characters', { metadata: { note: 'x'.repeat(501) } }, '/body/metadata/note'],
    ['a number for a value', { metadata: { note: 1 } }, '/body/metadata/note'],
    ['a list', { metadata: ['x'] }, '/body/metadata'],
    ['NUL in a value', { metadata: { note: 'a\u0000' } }, '/body'],
    ['half of a character in a name', { metadata: { '\ud800': 'x' } }, '/body'],
    ['the name of a prototype', { metadata: JSON.parse('{"__proto__": "x"}') as Body }, '/body'],
  ])('refuses %s', async (_name, changes, at) => {
    const answer = await send(path, bodyOf(changes));
    expect([answer.status, problemOf(answer).errors?.[0]?.path]).toEqual([400, at]);
  });
});

it('events carry what was attached', async () => {
  const { bodyOf } = creatingRequests.createPayout!;
  const body = bodyOf({ ...annotations, amount: '100.00' });
  expect((await send('/v1/payout', body)).status).toBe(200);
  const event = await eventually(
    () =>
      inbox
        .received()
        .map(({ body: text }) => JSON.parse(text) as { data: Body })
        .find(({ data }) => data['description'] !== undefined) ?? null,
    'the event of a payout',
  );
  expect(event.data).toMatchObject(annotations);
});

it('a create that comes after its cancellation keeps what it attaches', async () => {
  const { bodyOf } = creatingRequests.createPayment!;
  const body = bodyOf(annotations);
  const lookup = { merchant_operation_id: body['merchant_operation_id'] };
  expect((await send('/v1/cancel_operation', lookup)).status).toBe(200);
  const created = await send('/v1/payment', body);
  expect(created).toMatchObject({ status: 200, body: { status: 'cancelled', ...annotations } });
  expect(await stateOf(lookup)).toMatchObject(annotations);
});
