import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sandboxRows } from '../generated/shared/sandbox.ts';
import { startMock, type Mock } from './start-mock.ts';

const run = promisify(execFile);
// The commands are written for a shell with curl, which a machine with nothing but Node may lack.
const hasCurl = spawnSync('curl', ['--version']).status === 0;

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ port: 0 });
});
afterAll(() => mock.stop());

const commandsOf = async (file: string): Promise<readonly string[]> => {
  const text = await readFile(new URL(`../${file}`, import.meta.url), 'utf8');
  return [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block]) => block ?? '');
};

const answersOf = async (file: string): Promise<readonly unknown[]> => {
  const answers: unknown[] = [];
  for (const block of await commandsOf(file)) {
    const command = block.replaceAll('make mock\n', '').replaceAll('http://127.0.0.1:4010', mock.url);
    // Several commands of one block answer one after the other.
    const script = command.replaceAll(/^curl /gm, 'echo; curl -sS ');
    const { stdout } = await run('sh', ['-ec', script], { env: { ...process.env, BASE_URL: mock.url, API_KEY: 'any' } });
    answers.push(...stdout.split('\n').filter(Boolean).map((line): unknown => JSON.parse(line)));
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

  test('payouts', async () => {
    expect(await answersOf('docs/guides/payouts.md')).toMatchObject([
      { type: 'payout', status: 'pending', expected_amount: '1000.00', number: expect.any(String) },
      { balances: expect.any(Array) },
      { type: 'payout', status: 'completed', actual_amount: '1000.00' },
      { status: 'pending', expected_amount: '3000.57', actual_amount: '0.00' },
      { status: 'completed', actual_amount: '2000.38', receipts: [{ amount: 1000.19 }, { amount: 1000.19 }] },
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
