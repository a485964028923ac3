import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addEndpoint } from '#features/webhooks';
import { startWebhookInbox, type WebhookInbox } from '#server/local/webhook-inbox';
import { createKeyRing } from '#platform/secrets';
import { startSeverableProxy, type SeverableProxy } from '#test/contract/severable-proxy';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { formBody, receiptParts, type FormPart } from '#test/support/form-body';
import { receiptPdf } from '#test/support/receipt-pdf';
import { spawnServer, type ServerProcess } from '#test/support/server-process';
import { testKeys } from '#test/support/settings';
import { createTestShop, type TestShop } from '#test/support/shop';
import { dumpTables, placeOf, search, type Place, type Secrets } from './search-for-secrets.ts';

const card = '4276380000000005';
const misspelt = '4276380000000009';
const subscriber = '9161234567';
const phone = `+7${subscriber}`;
const attached = {
  return_url: 'https://shop.example/marker-of-the-return-url',
  description: 'marker of the description',
  metadata: { 'marker of a name': 'marker of a value' },
};

type Body = Readonly<Record<string, unknown>>;
type Answer = { readonly status: number; readonly text: string; readonly body: Body };

let db: TestDatabase;
let proxy: SeverableProxy;
let server: ServerProcess;
let inbox: WebhookInbox;
let broken: WebhookInbox;
let shop: TestShop;
let metricsUrl: string;
/** All that was refused, as it was answered. */
const refusals: Place[] = [];
/** Numbers that payments were issued. */
const issued: string[] = [];
const created: string[] = [];
/** Of links to receipts: who has one can read the document. */
const signatures: string[] = [];
/** Where uploads wait. */
const uploads = mkdtempSync(join(tmpdir(), 'turnpike-uploads-'));

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

const wrongKeyOf = ({ apiKey }: TestShop): string => apiKey.slice(0, -1) + (apiKey.endsWith('a') ? 'b' : 'a');

const note = async (path: string, response: Response): Promise<Answer> => {
  const text = await response.text();
  if (!response.ok) refusals.push(placeOf(`the ${response.status} of ${path}, ${refusals.length + 1}`, text));
  return { status: response.status, text, body: JSON.parse(text) as Body };
};

const send = async (path: string, body: Body | string, apiKey = shop.apiKey): Promise<Answer> => {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return note(path, response);
};

const upload = async (parts: readonly FormPart[]): Promise<Answer> => {
  const { contentType, bytes } = formBody(parts);
  const headers = { 'content-type': contentType, 'x-api-key': shop.apiKey };
  const path = '/v1/confirm_payment';
  return note(path, await fetch(`${server.url}${path}`, { method: 'POST', headers, body: Uint8Array.from(bytes) }));
};

const orderOf = (amount: string, fields: Body = {}) => ({
  merchant_operation_id: randomUUID(),
  client_id: 'client',
  client_ip: '203.0.113.7',
  method: 'WT_RUB_C2C',
  amount,
  currency: 'RUB',
  number: card,
  ...attached,
  ...fields,
});
const toPhone = { method: 'WT_RUB_PHONE', number: phone, bankname: 'sber', name: 'PETR IVANOV' };

const create = async (path: '/v1/payment' | '/v1/payout', amount: string, fields: Body = {}): Promise<Body> => {
  const { status, body } = await send(path, orderOf(amount, fields));
  expect(status).toBe(200);
  created.push(body['operation_id'] as string);
  if (path === '/v1/payment') issued.push(body['number'] as string);
  return body;
};

const stateOf = async (operationId: string): Promise<Body> =>
  (await send('/v1/get_operation_state', { operation_id: operationId })).body;

const secrets = (): Secrets => ({
  'the card': [card],
  'the misspelt card': [misspelt],
  'the phone': [subscriber],
  'what was attached': [
    'marker-of-the-return-url',
    'marker of the description',
    'marker of a name',
    'marker of a value',
  ],
  'an issued number': issued.map((number) => number.replace(/^\+7/, '')),
  'a signature': signatures,
  'the API key': [shop.apiKey],
  'the wrong API key': [wrongKeyOf(shop)],
  'the webhook secret': [shop.webhookSecret, shop.webhookSecret.replace(/^whsec_/, '')],
});

let metrics = '';
beforeAll(async () => {
  db = await createTestDatabase();
  proxy = await startSeverableProxy(db.url);
  inbox = await startWebhookInbox({ host: '127.0.0.1', port: 0 });
  broken = await startWebhookInbox({ host: '127.0.0.1', port: 0, answer: () => 500 });
  shop = await createTestShop(db.database, { webhookUrl: inbox.url, balance: '100000.00' });
  const needs = { database: db.database, keyRing: createKeyRing(testKeys), allowedNetworks: ['127.0.0.0/8'] };
  await addEndpoint(needs, shop.shopId, { url: broken.url });
  const metricsPort = await freePort();
  metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  server = await spawnServer(proxy.url, { LOG_LEVEL: 'trace', METRICS_PORT: String(metricsPort), UPLOAD_DIR: uploads });
});
afterAll(async () => {
  await server.end('SIGKILL');
  await Promise.all([inbox.stop(), broken.stop()]);
  rmSync(uploads, { recursive: true });
  await db.drop();
});

describe('a merchant', () => {
  it('creates operations, which need numbers', async () => {
    await create('/v1/payment', '100.00');
    await create('/v1/payment', '200.00', toPhone);
    await create('/v1/payment', '300.52');
    await create('/v1/payment', '400.57', toPhone);
    await create('/v1/payment', '500.54');
    await create('/v1/payment', '600.58');
    await create('/v1/payout', '700.00');
    await create('/v1/payout', '800.00', toPhone);
    await create('/v1/payout', '900.51');
    expect(issued.every((number) => /^(\d{16}|\+7\d{10})$/.test(number))).toBe(true);
  });

  it('hands in receipts, which hold numbers that are private', async () => {
    const [good, bad] = [
      await create('/v1/payment', '550.54', toPhone),
      await create('/v1/payment', '560.54', toPhone),
    ];
    const number = good['number'] as string;
    const lines = [`Карта ${card}`, `Телефон ${phone}`, number];
    // Texts are packed; what follows the end is there for everybody to read, and for readers of PDFs to pass over.
    const receipt = Buffer.concat([receiptPdf({ amount: '550.54', number, lines }), Buffer.from(`%${lines.join()}\n`)]);
    // In the clear within the file, or its being stored in the clear would not be noticed.
    const inside = search([{ name: 'the receipt', content: receipt }], secrets());
    expect(inside).toEqual(['the card in the receipt', 'the phone in the receipt', 'an issued number in the receipt']);
    const [goodId, badId] = [good, bad].map(({ operation_id: id }) => id as string) as [string, string];
    const photo = `a photo of the card ${card} and the phone ${phone}`;
    const partsOf = (id: string, replaced: Partial<FormPart> & { readonly name: string }): FormPart[] =>
      receiptParts(id, receipt).map((part) => (part.name === replaced.name ? { ...part, ...replaced } : part));
    const answers = [
      await upload(receiptParts(goodId, receipt)),
      await upload(receiptParts(badId, photo)),
      await upload(receiptParts(badId, receipt)),
      await upload(receiptParts(card, receipt)),
      await upload(partsOf(badId, { name: 'confirmation_type', content: card })),
      await upload([
        { name: 'receipt', content: photo },
        { name: card, content: phone },
      ]),
      await upload(receiptParts(randomUUID(), receipt)),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 412, 400, 400, 400, 404]);
    expect(answers[1]?.body).toMatchObject({ status: 'manual_check', manual_check_reason: 'not_terminal' });
  });

  it('cancels, and gives a reason that is private', async () => {
    const { body } = await send('/v1/payment', orderOf('150.00'));
    issued.push(body['number'] as string);
    const cancelled = await send('/v1/cancel_operation', {
      operation_id: body['operation_id'],
      reason: `${card}, ${phone}`,
    });
    expect(cancelled.status).toBe(200);
  });

  it('is refused what is wrong', async () => {
    const order = orderOf('1000.00');
    const { body: first } = await send('/v1/payment', order);
    issued.push(first['number'] as string);
    const answers = [
      await send('/v1/payment', { ...order, amount: '1000.01' }),
      await send('/v1/payment', { ...order, description: `${attached.description}.` }),
      await send('/v1/payment', orderOf('1.00', { return_url: attached.return_url.replace('https', 'http') })),
      await send('/v1/payment', orderOf('1.00', { metadata: { note: ['marker of a value'] } })),
      await send('/v1/payment', orderOf('1000.51')),
      await send('/v1/payment', orderOf(card)),
      await send('/v1/payment', orderOf('1.00', { client_id: { number: card } })),
      await send('/v1/payment', orderOf('1.00', { method: card, merchant_id: card })),
      await send('/v1/payment', `{"number": "${card}", "number": "${phone}"}`),
      await send('/v1/payment', `{"number": "${card}`),
      await send('/v1/payout', orderOf('1.00', { number: misspelt })),
      await send('/v1/payout', orderOf('1.00', { ...toPhone, number: card })),
      await send('/v1/payout', orderOf('1.00', { ...toPhone, bankname: card })),
      await send('/v1/payout', orderOf('900000.00')),
      await send('/v1/get_operation_state', { operation_id: card }),
      await send('/v1/payment', order, wrongKeyOf(shop)),
      await send('/v1/payment', order, card),
    ];
    expect(answers.map(({ status }) => status)).toEqual([
      412, 412, 400, 400, 424, 400, 400, 400, 400, 400, 400, 400, 400, 412, 400, 401, 401,
    ]);
  });

  it('is told what became of them, with the numbers, where it can be told', async () => {
    const open = ['awaiting_confirmation', 'pending'];
    const ends = await eventually(async () => {
      const states = await Promise.all(created.map(stateOf));
      const ended = states.filter(({ status }) => !open.includes(status as string));
      return ended.length === 9 && ended;
    }, 'the operations to end');
    expect(ends.every(({ number }) => typeof number === 'string')).toBe(true);
    for (const end of ends) expect(end).toMatchObject(attached);
    const links = ends
      .flatMap(({ receipts }) => receipts as { receipt_url: string | null }[])
      .map(({ receipt_url: url }) => url);
    signatures.push(
      ...links.flatMap((url) => (url === null ? [] : [new URL(url).searchParams.get('signature') ?? ''])),
    );
    const documents = await Promise.all(
      links.filter((url) => url !== null).map(async (url) => (await fetch(url)).text()),
    );
    expect(documents.filter((document) => document.includes(card))).toHaveLength(1);
    const isDelivered = (number: string): boolean => inbox.received().some(({ body }) => body.includes(number));
    await eventually(() => ends.every((end) => isDelivered(end['number'] as string)), 'webhooks with the numbers');
    await eventually(() => broken.received().length >= ends.length, 'webhooks that fail');
    await eventually(
      async () => (await db.database('webhook_deliveries').where({ last_http_status: 500 })).length > 0,
      'failures on record',
    );
    metrics = await (await fetch(metricsUrl)).text();
    expect(metrics).toContain('turnpike_numbers_shredded_total');
  });

  it('is told to come back when the database is gone', async () => {
    await proxy.sever();
    expect(await send('/v1/payment', orderOf('1.00'))).toMatchObject({ status: 503 });
    expect(await send('/v1/payout', orderOf('1.00'))).toMatchObject({ status: 503 });
  });
});

describe('what is kept of it', () => {
  let places: Place[];
  beforeAll(async () => {
    const logs = () => placeOf('the log', server.logLines.join('\n'));
    await eventually(() => logs().content.includes('"status":503'), 'the last lines of the log');
    const told = [placeOf('the metrics', metrics), logs()];
    places = [...(await dumpTables(db.url)), ...told, ...refusals];
  });

  it('is everything that was written down', () => {
    const names = places.map(({ name }) => name);
    for (const table of ['public.operations', 'public.events', 'public.webhook_deliveries', 'public.audit_log']) {
      expect(names).toEqual(expect.arrayContaining([`${table} (text)`, `${table} (binary)`]));
    }
    expect(refusals).toHaveLength(24);
    expect(names).toEqual(
      expect.arrayContaining([
        'public.cancel_reasons (binary)',
        'public.receipt_files (text)',
        'public.receipt_contents (binary)',
      ]),
    );
    expect(readdirSync(uploads)).toEqual([]);
    const contents = new Map(places.map(({ name, content }) => [name, content.toString('utf8')]));
    for (const format of ['text', 'binary'])
      expect(contents.get(`public.operations (${format})`)).toContain('WT_RUB_PHONE');
    expect(contents.get('the log')).toContain('"level":');
  });

  it('holds no number and no key', () => {
    expect(search(places, secrets())).toEqual([]);
  });

  it('names in the log the client that asked and its key, and not the payer, whose address the merchant sent', async () => {
    const log = places.filter(({ name }) => name === 'the log');
    const [key] = await db.database('api_keys').where({ shop_id: shop.shopId }).select<{ key_id: string }[]>('key_id');
    const named = { 'the client': ['"clientAddress":"127.0.0.1"'], 'the key': [`"keyId":"${key!.key_id}"`] };
    expect(search(log, named)).toEqual(['the client in the log', 'the key in the log']);
    expect(search(log, { 'the payer': [orderOf('1.00').client_ip] })).toEqual([]);
  });

  it.each<readonly [string, (secret: string) => Buffer]>([
    ['as text', (secret) => Buffer.from(`{"number":"${secret}"}`)],
    ['in hexadecimal', (secret) => Buffer.from(`\\x00${Buffer.from(secret).toString('hex')}ff`)],
    ['in base64', (secret) => Buffer.from(Buffer.from(`ab${secret}cd`).toString('base64'))],
    ['in base64 for URLs', (secret) => Buffer.from(Buffer.from(`abc?${secret}d`).toString('base64url'))],
    ['in UTF-16', (secret) => Buffer.from(`a${secret}`, 'utf16le')],
  ])('would be seen to hold any of them %s', (_form, hide) => {
    const planted = Object.entries(secrets()).flatMap(([what, texts]) =>
      texts.map((secret) => ({ what, place: { name: `place of ${what}`, content: hide(secret) } })),
    );
    for (const { what, place } of planted) expect(search([place], secrets())).toContain(`${what} in ${place.name}`);
  });

  it('would be seen in whichever column of a table', async () => {
    await db.database.raw('create schema elsewhere');
    await db.database.raw('create table elsewhere.planted (words text, bytes bytea, tree jsonb, list text[])');
    const columns = ['words', 'bytes', 'tree', 'list'] as const;
    const values = { words: card, bytes: Buffer.from(card), tree: JSON.stringify({ deep: [card] }), list: ['', card] };
    for (const column of columns) {
      await db.database('elsewhere.planted').del();
      await db.database('elsewhere.planted').insert({ [column]: values[column] });
      const found = search(await dumpTables(db.url), secrets());
      expect(found).toEqual(['the card in elsewhere.planted (text)', 'the card in elsewhere.planted (binary)']);
    }
  });
});
