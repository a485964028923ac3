import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { alreadyDue } from '#test/support/already-due';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { startTestServer } from '#test/support/server';
import { builtProgram } from '#test/support/built-program';
import { spawnServer, type ServerProcess } from '#test/support/server-process';
import { settingsFor } from '#test/support/settings';
import { createTestShop, type TestShop } from '#test/support/shop';
import type { RunningServer } from '#server/start-server';
import { brokenInvariants } from './clean-check.ts';
import { endBackends, holdOperation, holdSandbox, someoneWaits } from './held-locks.ts';
import { createAwaiting, strayFiles, uploadReceipt, type Awaiting } from './receipt-merchant.ts';

let db: TestDatabase;
let shop: TestShop;
let api: RunningServer;
const settings = { TURNPIKE_ROLE: 'api', DATABASE_STATEMENT_TIMEOUT_MS: '60000', DATABASE_LOCK_TIMEOUT_MS: '60000' };
/** What becomes of the worker, and what its provider says of the receipt. */
const endings = [
  ['killed, and its statements with it', '70.54', 'completed'],
  ['killed, and what it had sent is done', '71.55', 'manual_check'],
  ['frozen, and goes on later', '72.54', 'completed'],
] as const;
beforeAll(async () => {
  db = await createTestDatabase();
  shop = await createTestShop(db.database);
  api = await startTestServer(db.url, settings);
});
afterAll(async () => {
  await api.stop();
  await db.drop();
});

const upload = async ({ operationId, receipt }: Awaiting): Promise<void> => {
  expect(await uploadReceipt(api.url, shop.apiKey, operationId, receipt)).toMatchObject({ status: 200 });
};
const statusOf = async ({ operationId }: Awaiting): Promise<string> =>
  (await db.database('operations').where({ operation_id: operationId }).first()).status;
const eventsOf = ({ operationId }: Awaiting): Promise<string[]> =>
  db.database('events').where({ operation_id: operationId }).orderBy('sequence').pluck('type');
const ends = (payment: Awaiting, status: string) =>
  eventually(async () => (await statusOf(payment)) === status, `a payment to be ${status}`);
const submissionsOf = async ({ operationId }: Awaiting): Promise<number> =>
  (await db.database('receipt_files').where({ operation_id: operationId }).first()).submissions;

/** A provider that says nothing is given the file again after a while. */
const letProvidersBeAskedAgain = () =>
  db
    .database('receipt_files')
    .whereNotNull('submit_at')
    .update({ submit_at: alreadyDue(db.database) });

const waiting = 'operation.awaiting_confirmation';

describe.each(endings)('a worker that reviews and is %s', (ending, amount, status) => {
  let victim: ServerProcess | undefined;
  let other: RunningServer | undefined;
  afterAll(async () => {
    victim?.thaw();
    await Promise.all([victim?.end('SIGKILL'), other?.stop()]);
  });

  it('has each receipt reviewed with one effect, by the process that comes after it', async () => {
    const judged = await createAwaiting(api.url, shop.apiKey, amount);
    const unsubmitted = await createAwaiting(api.url, shop.apiKey, '73.56');
    await upload(judged);
    const verdict = await holdOperation(db.database, judged.operationId);
    victim = await spawnServer(db.url, { ...settings, TURNPIKE_ROLE: 'worker' });
    const judging = await someoneWaits(verdict, 'the verdict to have its effect');
    const sandbox = await holdSandbox(db.database);
    await upload(unsubmitted);
    await eventually(async () => (await submissionsOf(unsubmitted)) > 0, 'the last receipt to be submitted');
    const submitting = await someoneWaits(sandbox, 'a provider to be given a receipt');

    if (ending.startsWith('frozen')) victim.freeze();
    else await victim.end('SIGKILL');
    if (ending.endsWith('with it')) await endBackends(db.database, [...judging, ...submitting]);
    for (const lock of [verdict, sandbox]) await lock.release();
    if (!ending.endsWith('with it')) await ends(judged, status);
    await letProvidersBeAskedAgain();
    other = await startTestServer(db.url, { ...settings, TURNPIKE_ROLE: 'worker' });
    await ends(judged, status);
    await ends(unsubmitted, 'manual_check');
    victim.thaw();

    // Whatever is still to come is not told again.
    await letProvidersBeAskedAgain();
    await eventually(
      async () =>
        (await db.database('receipt_files').whereNotNull('submit_at').where('submit_at', '<=', db.database.fn.now()))
          .length === 0,
      'nothing to be submitted any more',
    );
    expect(await eventsOf(judged)).toEqual([waiting, `operation.${status}`]);
    expect(await eventsOf(unsubmitted)).toEqual([waiting, 'operation.manual_check']);
    const receipts = await db.database('receipts').where({ operation_id: judged.operationId });
    expect(receipts.length).toBe(status === 'completed' ? 1 : 0);
  });
});

describe('an operator whose command is killed while it decides', () => {
  const decide = (...words: string[]): ChildProcess =>
    spawn(process.execPath, [builtProgram('turnpike'), 'reviews', ...words, '--yes'], {
      env: { PATH: process.env['PATH'], ...settingsFor(db.url) },
      stdio: 'ignore',
    });
  const codeOf = async (command: ChildProcess): Promise<unknown> => (await once(command, 'exit'))[0];
  const decisionsOn = ({ operationId }: Awaiting) =>
    db.database('audit_log').where({ subject: operationId }).whereLike('action', 'receipt.%').pluck('action');
  const inManualCheck = async (): Promise<Awaiting> => {
    const payment = await createAwaiting(api.url, shop.apiKey, '74.54');
    const answer = await uploadReceipt(api.url, shop.apiKey, payment.operationId, `No PDF: ${payment.operationId}`);
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'manual_check', manual_check_reason: 'not_terminal' },
    });
    return payment;
  };

  it.each([
    ['approve', ['--amount', '74.54'], 'completed', 'receipt.approved'],
    ['reject', [], 'cancelled', 'receipt.rejected'],
    ['ask-again', [], 'awaiting_confirmation', 'receipt.asked_again'],
  ])(
    'and whose wish is to %s has decided all of it or nothing, and another can decide what is left',
    async (way, amount, status, action) => {
      for (const isLost of [true, false]) {
        const payment = await inManualCheck();
        const lock = await holdOperation(db.database, payment.operationId);
        const command = decide(way, payment.operationId, ...amount);
        const backends = await someoneWaits(lock, 'the decision to be written');
        const killed = codeOf(command);
        command.kill('SIGKILL');
        await killed;
        if (isLost) await endBackends(db.database, backends);
        await lock.release();
        if (!isLost) await ends(payment, status);
        const expected = isLost
          ? { status: 'cancelled', action: 'receipt.rejected', code: 0 }
          : { status, action, code: 1 };
        expect(await codeOf(decide('reject', payment.operationId))).toBe(expected.code);
        expect(await statusOf(payment)).toBe(expected.status);
        expect(await decisionsOn(payment)).toEqual([expected.action]);
        const told = (await eventsOf(payment)).slice(2);
        expect(told).toEqual([`operation.${expected.status}`]);
      }
    },
  );
});

it('breaks no invariant', async () => {
  const worker = await startTestServer(db.url, { TURNPIKE_ROLE: 'worker' });
  try {
    await eventually(
      async () => (await db.database('attempts').whereNotNull('check_at')).length === 0,
      'every order to be voided',
    );
    expect(await strayFiles(db.database)).toBe(0);
    expect(await brokenInvariants(db.database)).toEqual([]);
  } finally {
    await worker.stop();
  }
});
