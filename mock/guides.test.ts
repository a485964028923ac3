import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sandboxRows } from '../generated/shared/sandbox.ts';
import { documentedAnswer } from './documented-fixture.ts';
import { startMock, type Mock } from './start-mock.ts';

const run = promisify(execFile);
// The commands are written for a shell with curl, which a machine with nothing but Node may lack.
const hasCurl = spawnSync('curl', ['--version']).status === 0;

let mock: Mock;
/** Where a reader of the guides would be, with a receipt. */
let directory: string;
beforeAll(async () => {
  mock = await startMock({ port: 0 });
  directory = await mkdtemp(join(tmpdir(), 'turnpike-guides-'));
  await writeFile(join(directory, 'receipt.pdf'), '%PDF-1.7 a receipt');
});
afterAll(async () => {
  await mock.stop();
  await rm(directory, { recursive: true });
});

const commandsOf = async (file: string): Promise<readonly string[]> => {
  const text = await readFile(new URL(`../${file}`, import.meta.url), 'utf8');
  return [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block]) => block ?? '');
};

const answersOf = async (
  file: string,
  exported: Readonly<Record<string, string>> = {},
): Promise<readonly unknown[]> => {
  const env = { ...process.env, BASE_URL: mock.url, API_KEY: 'any', ...exported };
  const answers: unknown[] = [];
  for (const block of await commandsOf(file)) {
    const command = block.replaceAll('make mock\n', '').replaceAll('http://127.0.0.1:4010', mock.url);
    // Several commands of one block answer one after the other.
    const script = command.replaceAll(/^curl /gm, 'echo; curl -sS ');
    const { stdout } = await run('sh', ['-ec', script], { cwd: directory, env });
    answers.push(
      ...stdout
        .split('\n')
        .filter(Boolean)
        .map((line): unknown => JSON.parse(line)),
    );
  }
  return answers;
};

(hasCurl ? describe : describe.skip)('the commands of the guides answer as the guides say', () => {
  test('first payment', async () => {
    expect(await answersOf('docs/guides/first-payment.md')).toMatchObject([
      { type: 'payment', status: 'pending', expected_amount: '1000.00', number: expect.any(String) },
      { status: 'completed', actual_amount: '1000.00' },
      { balances: expect.any(Array) },
      { status: 'pending', expected_amount: '1000.57' },
    ]);
  });

  test('listing operations', async () => {
    expect(await answersOf('docs/guides/listing-operations.md')).toMatchObject([
      { items: expect.any(Array), next_cursor: expect.any(String) },
      { items: expect.any(Array) },
      { items: [{ type: 'payment' }], next_cursor: null },
      { methods: expect.any(Array) },
    ]);
  });

  test('payouts', async () => {
    expect(await answersOf('docs/guides/payouts.md')).toMatchObject([
      { type: 'payout', status: 'pending', expected_amount: '1000.00', number: expect.any(String) },
      { balances: expect.any(Array) },
      { type: 'payout', status: 'completed', actual_amount: '1000.00' },
      { status: 'pending', expected_amount: '3000.57', actual_amount: '0.00' },
      { status: 'completed', actual_amount: '2000.38', receipts: [{ amount: 1000.19 }, { amount: 1000.19 }] },
    ]);
  });

  test('receipts', async () => {
    const { operation_id: id } = documentedAnswer('/v1/payment', 200, 'receipt_accepted') as { operation_id: string };
    expect(await answersOf('docs/guides/receipts.md', { OPERATION_ID: id })).toMatchObject([
      {
        operation_id: id,
        status: 'awaiting_confirmation',
        external_confirmation: { required: true, methods: ['receipt'] },
      },
      { operation_id: id, status: 'awaiting_confirmation' },
      {
        operation_id: id,
        status: 'completed',
        actual_amount: '1000.54',
        receipts: [{ receipt_url: expect.any(String) }],
      },
    ]);
  });

  test('hosted page', async () => {
    expect(await answersOf('docs/guides/hosted-page.md')).toMatchObject([
      { status: 'awaiting_confirmation', expected_amount: '1000.54', payment_url: expect.any(String) },
    ]);
  });

  test('cancelling', async () => {
    expect(await answersOf('docs/guides/cancelling.md')).toMatchObject([
      { type: 'payment', status: 'pending', expected_amount: '1000.58' },
      { outcome: 'already_terminal', operation: { type: 'payment', status: 'cancelled' } },
      { status: 'completed', expected_amount: '1000.59' },
      { outcome: 'already_terminal', operation: { status: 'completed' } },
      { outcome: 'cancelled', operation: { type: 'payment', status: 'cancelled' } },
      { status: 'cancelled', cancel_reason: 'merchant', actual_amount: '0.00' },
    ]);
  });

  test('the mock', async () => {
    expect(await answersOf('mock/README.md')).toMatchObject([
      { status: 'pending', expected_amount: '1000.57' },
      { balances: [{ currency: 'USDT' }] },
      { code: 'too_many_requests' },
    ]);
  });
});

test('the guide to payouts tells every row of the sandbox that payouts have', async () => {
  const guide = await readFile(new URL('../docs/guides/payouts.md', import.meta.url), 'utf8');
  const told = [...guide.matchAll(/^\| `\.(\d\d)` \|/gm)].map(([, kopecks]) => kopecks);
  const rows = sandboxRows.filter(({ payout, kopecks }) => payout !== null && kopecks !== '*');
  expect(told).toEqual(rows.map(({ kopecks }) => kopecks));
});

test('the guide to receipts tells every row of the sandbox that requires one', async () => {
  const guide = await readFile(new URL('../docs/guides/receipts.md', import.meta.url), 'utf8');
  const told = [...guide.matchAll(/^\| `\.(\d\d)` \|/gm)].map(([, kopecks]) => kopecks);
  const rows = sandboxRows.filter(({ payment }) => payment?.delays?.reviewedAfterMs !== undefined);
  expect(rows.length).toBeGreaterThan(0);
  expect(told).toEqual(expect.arrayContaining(rows.map(({ kopecks }) => kopecks)));
});
