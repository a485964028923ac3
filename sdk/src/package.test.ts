import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { limits, measureBytes, measureImportMs } from '../build/measure.ts';
import { compile, settings } from '../test/compile.ts';
import { packPackage, type PackedPackage } from '../test/packed-package.ts';
import * as sdk from './index.ts';

const secret = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`;

let packed: PackedPackage;
beforeAll(() => {
  packed = packPackage();
});
afterAll(() => packed.remove());

const read = (name: string): string => readFileSync(join(packed.packageDirectory, name), 'utf8');
const declarations = ['dist/index.d.mts', 'dist/index.d.cts'];

const run = (...parameters: readonly string[]): string =>
  execFileSync(process.execPath, parameters, { cwd: packed.project, encoding: 'utf8' });

const publicNames = Object.keys(sdk).sort();

describe('the published package', () => {
  it('holds its builds with their declarations, and no dependency', () => {
    const built = ['index.cjs', 'index.d.cts', 'index.d.mts', 'index.mjs', 'node.cjs', 'node.mjs'];
    expect(readdirSync(join(packed.packageDirectory, 'dist')).sort()).toEqual(built);
    const { dependencies, peerDependencies } = JSON.parse(read('package.json')) as Record<string, unknown>;
    expect({ ...(dependencies as object), ...(peerDependencies as object) }).toEqual({});
  });

  it('gives the same names to import and to require, where nothing else is installed', () => {
    const list = 'console.log(JSON.stringify(Object.keys(sdk).sort()))';
    const imported = run('--input-type=module', '-e', `import * as sdk from '@turnpike/sdk'; ${list}`);
    const required = run('--input-type=commonjs', '-e', `const sdk = require('@turnpike/sdk'); ${list}`);
    expect(JSON.parse(imported)).toEqual(publicNames);
    expect(JSON.parse(required)).toEqual(publicNames);
  });

  it.each(declarations)('%s shows neither the generated types nor the client inside', (name) => {
    const text = read(name);
    expect(text).toContain('expected_amount: string');
    expect(text).not.toMatch(/\bpaths\b|\bcomponents\b|\boperations\s*\[|\b(interface|type) operations\b/);
    expect(text).not.toMatch(/openapi|generated\/|\bimport\b/);
  });

  it.each(['dist/index.mjs', 'dist/index.cjs'])('%s asks nothing of Node', (name) => {
    expect(read(name)).not.toMatch(/node:|\brequire\(|\bBuffer\b|^import /m);
  });

  it.each([
    ['mjs', `const { verifyWebhook } = await import('@turnpike/sdk');`],
    ['cjs', `const { verifyWebhook } = require('@turnpike/sdk');`],
  ])('verifies webhooks where WebCrypto is not a global, as in Node 18: %s', (extension, load) => {
    const at = new Date();
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('msg_1', at, '{}'),
    };
    const file = join(packed.project, `no-global-crypto.${extension}`);
    const verify = `verifyWebhook('{}', ${JSON.stringify(headers)}, '${secret}').then(({ webhook_id }) =>
      console.log(typeof globalThis.crypto, webhook_id));`;
    writeFileSync(file, `delete globalThis.crypto; ${load} ${verify}`);
    expect(run(file).trim()).toBe('undefined msg_1');
  });

  it('comes with the license of what it contains', () => {
    const license = readFileSync(new URL('../../node_modules/openapi-fetch/LICENSE', import.meta.url), 'utf8');
    expect(read('THIRD-PARTY-LICENSES')).toContain(license);
  });

  it('is smaller and loads faster than its limits', () => {
    expect(measureBytes(join(packed.packageDirectory, 'dist/index.mjs'))).toBeLessThan(limits.bytes);
    expect(measureImportMs(join(packed.packageDirectory, 'dist/node.mjs'))).toBeLessThan(limits.importMs);
  });

  it('has declarations that compile for Node, and for browsers and Workers without the types of Node', () => {
    const source = `import { Turnpike, verifyWebhook } from '@turnpike/sdk';
      const turnpike = new Turnpike({ apiKey: 'k', baseUrl: 'https://pay.example.com', fetch });
      const headers = new Headers();
      export const event = verifyWebhook(new Uint8Array(), headers, 'whsec_aaaa');
      export const all = async () => {
        for await (const { actual_amount } of turnpike.operations.list({ status: ['completed'] })) console.log(actual_amount);
        return (await turnpike.operations.list({ created_from: new Date() })).next_cursor;
      };
      export const balances = turnpike.balances.list({ signal: AbortSignal.timeout(1000) });
      const receipts = [new Blob(['%PDF-']), new ArrayBuffer(8), new Uint8Array(8)];
      export const confirmed = receipts.map((receipt) => turnpike.payments.confirm({ operation_id: '1', receipt }));`;
    for (const [name, options] of Object.entries(settings)) {
      const file = join(packed.project, `merchant-${name}.ts`);
      writeFileSync(file, source);
      expect(compile([file], options)).toEqual([]);
    }
  });

  it('refuses an amount that is a number, and a payment without its identifier', () => {
    const file = join(packed.project, 'mistakes.ts');
    writeFileSync(
      file,
      `import type { CreatePaymentParams } from '@turnpike/sdk';
      export const numeric: Pick<CreatePaymentParams, 'amount'> = { amount: 1000 };
      export const nameless: CreatePaymentParams =
        { client_id: 'c', method: 'WT_RUB_C2C', amount: '1000.00', currency: 'RUB' };`,
    );
    const complaints = compile([file], settings.node);
    expect(complaints).toHaveLength(2);
    expect(complaints.join()).toContain("'merchant_operation_id' is missing");
  });
});
