import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { call, postText, type Answer } from '../call.ts';
import { jsonRoutes } from '../document.ts';
import { sampleOf } from '../sample-requests.ts';
import { createHarness, type Harness } from '../harness.ts';
import { expectRefusal, type Refusal } from './untouched.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness?.strike());

const limit = 64 * 1024;
const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const nestedObjects = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const fields = (count: number): string => Array.from({ length: count }, (_, index) => `"f${index}":1`).join(',');

/** Adds text to the fields of a well-formed body. */
type Spoil = (body: string) => string | Uint8Array;
const withField =
  (text: string): Spoil =>
  (body) =>
    `${body.slice(0, -1)},${text}}`;

const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

const invalidUtf8: Readonly<Record<string, readonly number[]>> = {
  'a lone continuation byte': [0x80],
  'an unfinished sequence': [0xd0],
  'an overlong slash': [0xc0, 0xaf],
  'an overlong NUL': [0xc0, 0x80],
  'a surrogate in UTF-8': [0xed, 0xa0, 0x80],
  'a code point beyond Unicode': [0xf4, 0x90, 0x80, 0x80],
  'a byte of no meaning': [0xff],
};

const malformed: readonly (readonly [string, Spoil, Refusal])[] = [
  ['nothing', () => '', { path: '/body', code: 'json' }],
  ['white space', () => ' \n', { path: '/body', code: 'json' }],
  ['a text', () => 'hello', { path: '/body', code: 'json' }],
  ['a form', () => 'amount=1.00', { path: '/body', code: 'json' }],
  [
    'XML',
    () => '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    { code: 'json' },
  ],
  ['YAML', () => 'amount: 1.00', { code: 'json' }],
  ['a body cut short', (body) => body.slice(0, -1), { code: 'json' }],
  ['a body with more behind it', (body) => `${body}{}`, { code: 'json' }],
  ['a trailing comma', (body) => `${body.slice(0, -1)},}`, { code: 'json' }],
  ['a comment', (body) => `${body}// end`, { code: 'json' }],
  ['single quotes', (body) => body.replaceAll('"', "'"), { code: 'json' }],
  ['a raw line break in a text', withField('"x":"a\nb"'), { code: 'json' }],
  ['an unknown escape', withField('"x":"\\x41"'), { code: 'json' }],
  ['NaN', withField('"x":NaN'), { code: 'json' }],
  ['a byte order mark', (body) => `\ufeff${body}`, { code: 'json' }],
  ['UTF-16', (body) => Buffer.from(body, 'utf16le'), { path: '/body' }],
  ['a raw NUL byte', (body) => bytes(body, [0]), { code: 'json' }],
  ...['null', 'true', '1', '"text"', '[]', '[{}]'].map((text): readonly [string, Spoil, Refusal] => [
    `the JSON value ${text}`,
    () => text,
    { path: '/body' },
  ]),
  ['a field twice', withField('"x":1,"x":1'), { path: '/body', code: 'duplicate_key' }],
  ['a field twice, once escaped', withField('"x":1,"\\u0078":1'), { code: 'duplicate_key' }],
  ['a field twice, deep inside', withField('"x":[{"y":{"a":1,"a":2}}]'), { code: 'duplicate_key' }],
  ...['__proto__', 'constructor', 'prototype', '\\u005f_proto__'].flatMap(
    (key): (readonly [string, Spoil, Refusal])[] => [
      [`the key ${key}`, withField(`"${key}":{"isAdmin":true}`), { code: 'forbidden_key' }],
      [`the key ${key} inside`, withField(`"x":{"${key}":1}`), { code: 'forbidden_key' }],
    ],
  ),
  ['101 fields', () => `{${fields(101)}}`, { code: 'too_many_fields' }],
  ['as many fields as fit into 64 KiB', () => `{${fields(5_500)}}`, { code: 'too_many_fields' }],
  ['101 fields in many objects', () => `{"x":[${'{"a":1},'.repeat(100)}{}]}`, { code: 'too_many_fields' }],
  ['10,000 fields', () => `{${fields(10_000)}}`, { status: 413 }],
  ['nesting of 11 levels', withField(`"x":${nested(10)}`), { code: 'too_deep' }],
  ['objects of 11 levels', () => nestedObjects(11), { code: 'too_deep' }],
  ['20 kB of nesting', () => nested(10_000), { code: 'too_deep' }],
  ['64 kB of brackets', () => '['.repeat(limit), { code: 'json' }],
  ['20 kB of nested objects', () => nestedObjects(3_000), { code: 'too_deep' }],
  ['NUL in an unknown field', withField('"x":"\\u0000"'), { code: 'forbidden_character' }],
  ['NUL in a key', withField('"x\\u0000":1'), { code: 'forbidden_character' }],
  ['a lone surrogate in a key', withField('"\\ud83d":1'), { code: 'forbidden_character' }],
  ...Object.entries(invalidUtf8).map(([name, invalid]): readonly [string, Spoil, Refusal] => [
    name,
    (body) => bytes(body.slice(0, -1), ',"x":"', invalid, '"}'),
    { path: '/body', code: 'json' },
  ]),
];

const wrongTypes: readonly (string | undefined)[] = [
  undefined,
  '',
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'application/json5',
  'application/problem+json',
  'application/json-seq',
  'json',
  '*/*',
  'application/json; charset=utf-16',
  'application/json; charset=latin1',
  'application/json; charset=utf-7',
  'application/json; charset=',
  'text/json',
  'application/json, text/plain',
];
const rightTypes = [
  'application/json',
  'APPLICATION/JSON',
  'application/json;charset=UTF-8',
  'application/json; charset="utf-8"',
];

describe.each(jsonRoutes.map(({ operationId }) => operationId))('%s', (operationId) => {
  const sample = () => {
    const { path, body } = sampleOf(operationId);
    return { path, body: body as string };
  };
  const refuse = (send: () => Promise<Answer>, refusal?: Refusal): Promise<Answer> =>
    expectRefusal(harness.testDatabase.database, send, refusal);
  const sendAs = (body: string | Uint8Array | Readable, headers: Readonly<Record<string, string>>): Promise<Answer> =>
    call(harness.url, { method: 'POST', path: sample().path, body, headers }, harness.shop.apiKey);
  const json = { 'content-type': 'application/json' };

  it.each(malformed)('refuses %s', async (_name, spoil, refusal) => {
    const { path, body } = sample();
    await refuse(() => call(harness.url, postText(path, spoil(body)), harness.shop.apiKey), refusal);
  });

  it.each(wrongTypes)('refuses the content type %p', async (contentType) => {
    // As bytes, because for a text fetch would name a type of its own.
    const bare = Buffer.from(sample().body);
    const headers: Record<string, string> = contentType === undefined ? {} : { 'content-type': contentType };
    await refuse(() => sendAs(bare, headers), { status: 415 });
  });

  it.each(rightTypes)('reads the content type %s', async (contentType) => {
    const { status } = await sendAs(sample().body, { 'content-type': contentType });
    expect([200, 404]).toContain(status);
  });

  it.each(['gzip', 'deflate', 'br', 'zstd', 'compress', 'gzip, gzip', 'rubbish'])(
    'refuses %s encoding',
    async (encoding) => {
      const packed = gzipSync(sample().body);
      await refuse(() => sendAs(packed, { ...json, 'content-encoding': encoding }), { status: 415 });
    },
  );

  it('reads a body of exactly 64 KiB and refuses one byte more', async () => {
    const { body } = sample();
    expect([200, 404]).toContain((await sendAs(body.padEnd(limit), json)).status);
    await refuse(() => sendAs(body.padEnd(limit + 1), json), { status: 413 });
    await refuse(() => sendAs(Readable.from([Buffer.from(body.padEnd(limit + 1))]), json), { status: 413 });
  });
});
