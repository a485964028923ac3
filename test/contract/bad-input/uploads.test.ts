import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { formBody, receiptParts, type FormPart } from '#test/support/form-body';
import { confirm, confirmPath, createAwaiting, receiptOf, type AwaitingPayment } from '../awaiting-receipt.ts';
import { call, postForm, type Answer } from '../call.ts';
import { sendRaw } from '../raw-http.ts';
import { createHarness, type Harness } from '../harness.ts';
import { countRows, expectRefusal, type Refusal } from './untouched.ts';

let harness: Harness;
const isTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

let payment: AwaitingPayment;
let receipt: Uint8Array;
beforeAll(async () => {
  harness = await createHarness();
  // Takes its receipt in the end, so it would have taken any of these that were not refused.
  payment = await createAwaiting(harness.url, harness.shop, '1000.56');
  receipt = receiptOf(payment);
});
afterAll(() => harness?.strike());

const refuse = (send: () => Promise<Answer>, refusal?: Refusal): Promise<Answer> =>
  expectRefusal(harness.testDatabase.database, send, refusal);

/** As one body of known length; the connection is closed after the answer. */
const sendBytes = (bytes: Uint8Array, contentType: string, ...headers: readonly string[]): Promise<Answer> => {
  const lines = [
    `POST ${confirmPath} HTTP/1.1`,
    'Host: a',
    'Connection: close',
    `X-API-Key: ${harness.shop.apiKey}`,
    `Content-Length: ${bytes.length}`,
    ...(contentType === '' ? [] : [`Content-Type: ${contentType}`]),
    ...headers,
  ];
  return sendRaw(harness.url, Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes]));
};

type Spoil = (parts: FormPart[]) => readonly FormPart[];

const replaced =
  (name: string, changes: Partial<FormPart>): Spoil =>
  (parts) =>
    parts.map((part) => (part.name === name ? { ...part, ...changes } : part));
const added =
  (...more: readonly FormPart[]): Spoil =>
  (parts) => [...parts, ...more];
const field = (name: string, content: string | Uint8Array = 'x'): FormPart => ({ name, content });
const ofText = (content: string | Uint8Array): Spoil => replaced('operation_id', { content });

const forms: readonly (readonly [string, Spoil, Refusal])[] = [
  ['no part at all', () => [], { path: '/body/operation_id', code: 'required' }],
  ['an empty file', replaced('receipt', { content: '' }), { path: '/body/receipt', code: 'min_length' }],
  [
    'an empty file, as a browser sends it where none was chosen',
    replaced('receipt', { content: '', fileName: '', contentType: 'application/octet-stream' }),
    { path: '/body/receipt', code: 'min_length' },
  ],
  ['two receipts', (parts) => [...parts, parts.at(-1)!], { path: '/body/receipt', code: 'duplicate_key' }],
  ['a receipt and a field of that name', added(field('receipt')), { path: '/body/receipt', code: 'duplicate_key' }],
  [
    'a field in place of the receipt',
    (parts) => [...parts.slice(0, 2), field('receipt')],
    { path: '/body/receipt', code: 'type' },
  ],
  ['a file under another name', replaced('receipt', { name: 'file' }), { path: '/body/receipt', code: 'required' }],
  ['a receipt in upper case', replaced('receipt', { name: 'RECEIPT' }), { path: '/body/receipt', code: 'required' }],
  ['a receipt of a list', replaced('receipt', { name: 'receipt[]' }), { path: '/body/receipt', code: 'required' }],
  ['operation_id twice', (parts) => [parts[0]!, ...parts], { path: '/body/operation_id', code: 'duplicate_key' }],
  [
    'another operation_id',
    added(field('operation_id', randomUUID())),
    { path: '/body/operation_id', code: 'duplicate_key' },
  ],
  ['confirmation_type twice', added(field('confirmation_type', 'receipt')), { code: 'duplicate_key' }],
  ['an empty operation_id', ofText(''), { path: '/body/operation_id', code: 'pattern' }],
  ['an operation_id in quotes', ofText(`"${randomUUID()}"`), { path: '/body/operation_id', code: 'pattern' }],
  ['an operation_id with a line break', ofText(`${randomUUID()}\r\n`), { path: '/body/operation_id', code: 'pattern' }],
  ['an operation_id of 60 kB', ofText('1'.repeat(60_000)), { path: '/body/operation_id', code: 'pattern' }],
  ['fields of more than 64 KiB', added(field('note', 'x'.repeat(65_500))), { status: 413 }],
  [
    'many fields of more than 64 KiB',
    added(...Array.from({ length: 10 }, () => field('note', 'x'.repeat(6_600)))),
    { status: 413 },
  ],
  ['the confirmation type in upper case', replaced('confirmation_type', { content: 'Receipt' }), { code: 'enum' }],
  [
    'an empty confirmation type',
    replaced('confirmation_type', { content: '' }),
    { path: '/body/confirmation_type', code: 'enum' },
  ],
  ['NUL in a text', ofText('\u0000'), { path: '/body/operation_id', code: 'forbidden_character' }],
  ['NUL in an unknown text', added(field('note', 'a\u0000b')), { path: '/body', code: 'forbidden_character' }],
  [
    'half of a character',
    ofText(Buffer.from([0xed, 0xa0, 0x80])),
    { path: '/body/operation_id', code: 'forbidden_character' },
  ],
  ['Latin-1', ofText(Buffer.from('caf\u00e9', 'latin1')), { path: '/body/operation_id', code: 'forbidden_character' }],
  [
    'UTF-16 that says so',
    replaced('operation_id', {
      content: Buffer.from(randomUUID(), 'utf16le'),
      contentType: 'text/plain; charset=utf-16le',
    }),
    { path: '/body/operation_id', code: 'forbidden_character' },
  ],
  ...['__proto__', 'constructor', 'prototype'].map((name): readonly [string, Spoil, Refusal] => [
    `the field ${name}`,
    added(field(name)),
    { path: '/body', code: 'forbidden_key' },
  ]),
  ['21 parts', added(...Array.from({ length: 18 }, () => field('note'))), { path: '/body', code: 'too_many_parts' }],
  [
    '10,000 parts',
    added(...Array.from({ length: 10_000 }, () => field('n'))),
    { path: '/body', code: 'too_many_parts' },
  ],
];

const written = (): FormPart[] => receiptParts(payment.operation_id, receipt);

describe('a form with', () => {
  it.each(forms)('%s is refused', async (_name, spoil, refusal) => {
    const parts = spoil(written());
    await refuse(() => call(harness.url, postForm(confirmPath, formBody(parts)), harness.shop.apiKey), refusal);
    const { contentType, bytes } = formBody(parts);
    await refuse(() => sendBytes(bytes, contentType), refusal);
  });
});

const incomplete: Refusal = { path: '/body', code: 'malformed_body' };

const bodies: readonly (readonly [string, (bytes: Buffer) => Uint8Array])[] = [
  ['nothing', () => Buffer.alloc(0)],
  ['white space', () => Buffer.from('\r\n\r\n')],
  ['no last boundary', (bytes) => bytes.subarray(0, -4)],
  ['half of the file', (bytes) => bytes.subarray(0, bytes.length - 200)],
  ['half of a head', (bytes) => bytes.subarray(0, 80)],
  ['other boundaries', (bytes) => Buffer.from(bytes.toString('latin1').replaceAll('d74496d6', 'd74496d7'), 'latin1')],
  ['line feeds alone', (bytes) => Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')],
  ['a form in JSON', () => Buffer.from(JSON.stringify({ operation_id: randomUUID(), confirmation_type: 'receipt' }))],
  ['an urlencoded form', () => Buffer.from('operation_id=1&confirmation_type=receipt')],
];

describe('a body of', () => {
  it.each(bodies)('%s is refused', async (_name, spoil) => {
    const { contentType, bytes } = formBody(written());
    await refuse(() => sendBytes(spoil(bytes), contentType), incomplete);
  });

  it.each([
    'multipart/form-data',
    'multipart/form-data;',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=""',
    `multipart/form-data; boundary=${'a'.repeat(71)}`,
    `multipart/form-data; boundary="${'a'.repeat(300)}"`,
    'multipart/form-data; boundary="a\\"b"',
    'multipart/form-data; charset=utf-8',
  ])('the content type %p has no boundary', async (contentType) => {
    await refuse(() => sendBytes(formBody(written()).bytes, contentType), incomplete);
  });

  it.each([
    '',
    'application/json',
    'application/pdf',
    'application/x-www-form-urlencoded',
    'multipart/mixed; boundary=x',
    'multipart/form-data2; boundary=x',
    'text/plain',
    '*/*',
    'form-data; boundary=x',
  ])('the content type %p is not read', async (contentType) => {
    await refuse(() => sendBytes(formBody(written()).bytes, contentType), { status: 415 });
  });

  it.each(['gzip', 'deflate', 'br', 'zstd', 'gzip, gzip', 'rubbish'])('%s encoding is not read', async (encoding) => {
    const { contentType, bytes } = formBody(written());
    await refuse(() => sendBytes(bytes, contentType, `Content-Encoding: ${encoding}`), { status: 415 });
  });

  it('more than 10 MiB is refused before it is sent', async () => {
    const { contentType } = formBody([]);
    const lines = [
      `POST ${confirmPath} HTTP/1.1`,
      'Host: a',
      `X-API-Key: ${harness.shop.apiKey}`,
      `Content-Type: ${contentType}`,
    ];
    const head = (...more: readonly string[]): string => `${[...lines, ...more].join('\r\n')}\r\n\r\n`;
    const length = 'Content-Length: 11000000';
    await refuse(() => sendRaw(harness.url, head(length)), { status: 413 });
    await refuse(() => sendRaw(harness.url, head(length, 'Expect: 100-continue')), { status: 413 });
  });

  it('a client that goes away in the middle changes nothing', async () => {
    const { contentType, bytes } = formBody(written());
    const before = await countRows(harness.testDatabase.database);
    const lines = [
      `POST ${confirmPath} HTTP/1.1`,
      'Host: a',
      `X-API-Key: ${harness.shop.apiKey}`,
      `Content-Type: ${contentType}`,
    ];
    const head = `${[...lines, `Content-Length: ${bytes.length}`].join('\r\n')}\r\n\r\n`;
    for (const share of [0.1, 0.5, 0.9]) {
      const sent = bytes.subarray(0, Math.floor(bytes.length * share));
      const { status } = await sendRaw(harness.url, Buffer.concat([Buffer.from(head), sent]), { isBrokenOff: true });
      expect([0, 400]).toContain(status);
    }
    expect(await countRows(harness.testDatabase.database)).toEqual(before);
  });
});

describe('an upload after all of these', () => {
  it('is taken, whatever its parts are called', async () => {
    const parts = written().map((part) => ({ ...part, contentType: 'application/json', fileName: '../../etc/passwd' }));
    const { contentType, bytes } = formBody(parts);
    const answer = await sendBytes(bytes, contentType.replace('boundary', 'charset=utf-8; BOUNDARY'));
    // Under review it waits for its payer no longer.
    const { expires_at: _expiresAt, ...reviewed } = payment;
    expect([answer.status, answer.body]).toEqual([200, { ...reviewed, updated_at: isTime }]);
    expect((answer.body as AwaitingPayment).updated_at > payment.updated_at).toBe(true);
    // Another file is not.
    const other = await confirm(harness.url, harness.shop, payment.operation_id, receiptOf(payment));
    expect(other.status).toBe(412);
  });

  it('is taken as a browser sends it', async () => {
    const form = new FormData();
    for (const { name, content } of written()) form.append(name, name === 'receipt' ? new Blob([content]) : content);
    const headers = { 'x-api-key': harness.shop.apiKey };
    const answer = await fetch(`${harness.url}${confirmPath}`, { method: 'POST', headers, body: form });
    expect(answer.status).toBe(200);
  });

  it('is taken from a client that asks before it sends it', async () => {
    const { contentType, bytes } = formBody(written());
    const lines = [
      `POST ${confirmPath} HTTP/1.1`,
      'Host: a',
      'Connection: close',
      `X-API-Key: ${harness.shop.apiKey}`,
      `Content-Type: ${contentType}`,
      `Content-Length: ${bytes.length}`,
      'Expect: 100-continue',
      '\r\n',
    ];
    const { hostname, port } = new URL(harness.url);
    const socket = connect(Number(port), hostname);
    const received: string[] = [];
    socket.setEncoding('utf8').on('data', (text: string) => {
      if (received.push(text) === 1) socket.write(bytes);
    });
    socket.write(lines.join('\r\n'));
    await once(socket, 'close');
    expect(received.join('')).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
  });
});
