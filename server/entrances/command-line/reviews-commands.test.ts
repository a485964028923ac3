import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#platform/ids';
import { decimal } from '#platform/money';
import { brokenInvariants } from '#test/faults/clean-check';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { testKeys } from '#test/support/settings';
import {
  createReviewHarness,
  doubtful,
  type ReviewHarness,
  type TestReview,
} from '../../features/receipts/reviews/review-fixture.ts';
import { runCommandLine } from './index.ts';

let db: TestDatabase;
let harness: ReviewHarness;
const directory = mkdtempSync(join(tmpdir(), 'turnpike-reviews-'));
beforeAll(async () => {
  db = await createTestDatabase();
  harness = await createReviewHarness(db);
});
afterAll(async () => {
  rmSync(directory, { recursive: true });
  await harness.payment.sweepOnce();
  expect(await brokenInvariants(db.database)).toEqual([]);
  await db.drop();
});

type Hearer = { readonly answer?: string; readonly whenAsked?: () => Promise<void>; readonly settings?: object };

const run = async (words: readonly string[], { answer, whenAsked, settings }: Hearer = {}) => {
  const out: string[] = [];
  const err: string[] = [];
  const ask = async (question: string): Promise<string> => {
    err.push(question);
    await whenAsked?.();
    return answer ?? 'y';
  };
  const code = await runCommandLine(['reviews', ...words], {
    environment: { DATABASE_URL: db.serverUrl, TURNPIKE_KEYS: testKeys, ...settings },
    directory,
    terminal: {
      print: (text) => out.push(text),
      tell: (text) => err.push(text),
      hasColour: false,
      ask: answer === undefined && whenAsked === undefined ? null : ask,
    },
    actor: { name: 'cli:anna', role: 'admin' },
    migrate: () => Promise.resolve([]),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
};
const reviews = (...words: readonly string[]) => run(words);
const statusOf = async (review: TestReview): Promise<string> => (await harness.rowOf(review)).status;
const number = '2200000000000004';

describe('turnpike reviews list', () => {
  it('says when there is nothing to decide', async () => {
    expect(await reviews('list')).toEqual({ code: 0, out: '', err: 'No receipt waits for a decision.' });
    expect(await reviews('list', '--all')).toEqual({ code: 0, out: '', err: 'No receipt is under review.' });
  });

  it('shows what waits for an operator, the oldest receipt first, and with --all what providers have', async () => {
    const other = await createReviewHarness(db);
    const [younger, older, elsewhere] = [await harness.doubted(), await harness.doubted(), await other.doubted()];
    const away = await harness.submitted();
    await db
      .database('receipt_files')
      .where({ file_id: older.fileId })
      .update({ uploaded_at: db.database.raw(`now() - interval '1 hour'`) });
    const { out } = await reviews('list', '--shop', harness.shop.name);
    const lines = out.split('\n').slice(1);
    expect(lines.map((line) => line.split(/ {2,}/)[1])).toEqual([older.operationId, younger.operationId]);
    expect(lines[0]).toMatch(
      new RegExp(
        `^${harness.shop.name} +${older.operationId} +sandbox-1 +manual_check +potential_fake +100.00 RUB +sound +2`,
      ),
    );
    const ids = async (...words: readonly string[]): Promise<string[]> =>
      JSON.parse((await reviews('list', ...words, '--json')).out).map(({ operationId }: TestReview) => operationId);
    expect(await ids()).toEqual([older, younger, elsewhere].map(({ operationId }) => operationId));
    expect(await ids('--all', '--shop', harness.shop.name)).toEqual(
      [older, younger, away].map(({ operationId }) => operationId),
    );
    expect(await ids('--shop', other.shop.name)).toEqual([elsewhere.operationId]);
  });

  it('says which files were used before', async () => {
    const text = newId<string>();
    await harness.submitted(text);
    const second = await harness.awaiting();
    await harness.confirm(second, text);
    expect((await reviews('list')).out).toMatch(new RegExp(`${second.operationId} .+ sound, used before  2`));
  });
});

describe('turnpike reviews show', () => {
  it('tells all that is known, in words, and neither the number nor the text of the file', async () => {
    const text = `secret words ${newId()}`;
    const first = await harness.submitted(text);
    const payment = await harness.awaiting();
    await harness.confirm(payment, `unreadable ${newId()}`);
    await harness.askAgain(await harness.reviewOf(payment), 'a photo');
    await harness.confirm(payment, text);
    const { code, out } = await reviews('show', payment.operationId);
    expect(code).toBe(0);
    expect(out).toMatch(/Expected: +100\.00 RUB/);
    expect(out).toMatch(/Destination: +220000\*{6}0004, IVAN PETROV, sber \(WT_RUB_C2C\)/);
    expect(out).toMatch(/Provider: +sandbox-1, attempt /);
    expect(out).toMatch(/Reported: +0\.00 RUB so far/);
    expect(out).toMatch(/Reason: +potential_fake/);
    expect(out).toContain('It is a sound PDF of 1 page.');
    expect(out).toContain('No amount of money was found in its text.');
    expect(out).toContain('Its text does not name the destination.');
    expect(out).toContain(
      `The same file was uploaded before for the payment ${first.operationId} of the shop ${harness.shop.name} (awaiting_confirmation, 100.00 RUB).`,
    );
    expect(out).toMatch(/Another file of this payment: [0-9a-f-]+, unreadable, \d+ bytes/);
    expect(out).toMatch(/cli:tester receipt\.asked_again: a photo/);
    expect(out).not.toContain(number);
    expect(out).not.toContain('secret words');
  });

  it('answers the same in JSON', async () => {
    const review = await harness.doubted();
    const { out } = await reviews('show', review.operationId, '--json');
    expect(JSON.parse(out)).toMatchObject({
      shop: harness.shop.name,
      operationId: review.operationId,
      status: 'manual_check',
      reason: 'potential_fake',
      expectedAmount: '100.00',
      reportedAmount: '0.00',
      destination: { number: '220000******0004', name: 'IVAN PETROV', bankname: 'sber' },
      file: { fileId: review.fileId, storage: 'postgres', findings: { verdict: 'sound', isUsedElsewhere: false } },
      firstUse: null,
      otherFiles: [],
      history: [],
    });
    expect(out).not.toContain(number);
  });

  it('does not let a file write to the terminal', async () => {
    const review = await harness.doubted();
    await db
      .database('receipt_files')
      .where({ file_id: review.fileId })
      .update({
        findings: db.database.raw(`findings || ?::jsonb`, [
          JSON.stringify({ producer: '\u001b[2Jgood\u202e\u009b1m' }),
        ]),
      });
    const { out } = await reviews('show', review.operationId);
    expect(out).toContain('written by \\u001b[2Jgood\\u202e\\u009b1m');
  });

  it.each(['show', 'approve', 'reject', 'ask-again'])(
    '%s tells what became of a payment that is not under review',
    async (command) => {
      const words = command === 'approve' ? ['--amount', '1.00'] : [];
      const [review, open, nowhere] = [await harness.doubted(), await harness.awaiting(), newId()];
      await harness.reject(await harness.reviewOf(review));
      expect(await reviews(command, review.operationId, ...words)).toMatchObject({
        code: 1,
        err: expect.stringMatching(
          /is cancelled: no receipt of it is under review\. cli:tester rejected the last one at 2/,
        ),
      });
      const refusal = (await reviews(command, open.operationId, ...words)).err;
      expect(refusal).toMatch(/ is awaiting_confirmation: no receipt of it is under review\.$/);
      expect(await reviews(command, nowhere, ...words)).toMatchObject({
        code: 1,
        err: `turnpike: There is no payment ${nowhere}.`,
      });
      expect(await reviews(command, 'nonsense', ...words)).toMatchObject({ code: 2 });
    },
  );
});

describe('turnpike reviews show --save', () => {
  const audited = (review: TestReview) => harness.auditOf(review);

  it('writes the file for its owner alone, and the audit log says who looked', async () => {
    const text = `a receipt ${newId()}`;
    const review = await harness.doubted(text);
    const path = join(directory, 'receipt.pdf');
    const { code, err, out } = await reviews('show', review.operationId, '--save', path);
    expect([code, err]).toEqual([0, `The receipt is in ${path}. It is personal data: delete it when you are done.`]);
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(await audited(review)).toMatchObject([
      { actor: 'cli:anna', action: 'receipt.viewed', shop_id: harness.shop.shopId, after: { file_id: review.fileId } },
    ]);
    expect(out).toContain('cli:anna receipt.viewed');
  });

  it('overwrites nothing, and then records no look at it', async () => {
    const review = await harness.doubted();
    const path = join(directory, 'present.pdf');
    writeFileSync(path, 'mine');
    expect(await reviews('show', review.operationId, '--save', path)).toMatchObject({
      code: 1,
      out: '',
      err: `turnpike: ${path} exists already, and is not overwritten.`,
    });
    expect(readFileSync(path, 'utf8')).toBe('mine');
    const nowhere = await reviews('show', review.operationId, '--save', join(directory, 'none', 'file.pdf'));
    expect(nowhere).toMatchObject({ code: 1, err: expect.stringContaining('cannot be written') });
    expect(await audited(review)).toEqual([]);
  });

  it('leaves no file behind when the receipt cannot be had', async () => {
    const review = await harness.doubted();
    const inS3 = (storage: string) =>
      db.database('receipt_files').where({ file_id: review.fileId }).update({ storage });
    await inS3('s3');
    const path = join(directory, 'away.pdf');
    const refused = await reviews('show', review.operationId, '--save', path);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('S3_BUCKET is not set') });
    expect(() => statSync(path)).toThrow('ENOENT');
    expect(await audited(review)).toEqual([]);
    await inS3('postgres');
  });

  it('reads the settings of the storages as servers do, and no others', async () => {
    const review = await harness.doubted();
    const show = (settings: object) =>
      run(['show', review.operationId, '--save', join(directory, newId())], { settings });
    expect((await show({ RECEIPT_STORAGE: 's3' })).err).toBe('turnpike: RECEIPT_STORAGE=s3 needs S3_BUCKET.');
    expect((await show({ S3_ENDPOINT: 'nonsense' })).err).toContain('Configuration: S3_ENDPOINT');
    expect(await show({ PORT: 'nonsense', S3_BUCKET: 'receipts' })).toMatchObject({ code: 0 });
  });
});

describe('turnpike reviews approve', () => {
  it('completes the payment with what arrived', async () => {
    const review = await harness.doubted();
    const { code, out, err } = await run(['approve', review.operationId, '--amount', '100', '--note', 'ticket 7'], {
      answer: 'y',
    });
    const what = `the receipt of payment ${review.operationId} of the shop ${harness.shop.name} with 100.00 RUB`;
    expect({ code, out, err }).toEqual({
      code: 0,
      out: `Approved ${what}: the payment is completed.`,
      err: `Approve ${what}? [y/N] `,
    });
    expect(await harness.rowOf(review)).toMatchObject({ status: 'completed', actual_amount: '100.00' });
    expect(await harness.auditOf(review)).toMatchObject([
      { actor: 'cli:anna', action: 'receipt.approved', after: { actual_amount: '100.00', note: 'ticket 7' } },
    ]);
  });

  it.each([
    ['40.00', '60.00 RUB less'],
    ['150.5', '50.50 RUB more'],
  ])('warns when %s is not what was expected, and takes it', async (amount, difference) => {
    const review = await harness.doubted();
    const { code, out, err } = await reviews('approve', review.operationId, '--amount', amount, '--yes', '--json');
    expect([code, err]).toEqual([0, `Expected were 100.00 RUB: this is ${difference}.`]);
    expect(JSON.parse(out)).toEqual({
      operationId: review.operationId,
      fileId: review.fileId,
      decision: 'approve',
      status: 'completed',
      actualAmount: decimal(amount).toFixed(2),
    });
  });

  it.each(['0', '0.00', '-1', '1.001', '1e3', 'all', '9999999999'])('refuses %s for an amount', async (amount) => {
    const review = await harness.doubted();
    expect(await reviews('approve', review.operationId, `--amount=${amount}`, '--yes')).toMatchObject({
      code: 2,
      err: expect.stringContaining('such as 1000.00'),
    });
    expect(await statusOf(review)).toBe('manual_check');
  });

  it('wants to be told what arrived', async () => {
    const review = await harness.doubted();
    expect(await reviews('approve', review.operationId, '--yes')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--amount'),
    });
    expect(await statusOf(review)).toBe('manual_check');
  });

  it('says when the provider has reported more', async () => {
    const review = await harness.doubted();
    await harness.report(review, 'open', '60.00');
    expect((await reviews('show', review.operationId)).out).toMatch(/Reported: +60\.00 RUB so far/);
    expect(await reviews('approve', review.operationId, '--amount', '50.00', '--yes')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/turnpike: The provider has reported more than 50\.00 RUB\.$/),
    });
  });
});

describe('turnpike reviews reject and ask-again', () => {
  it('cancels the payment', async () => {
    const review = await harness.doubted();
    const { code, out } = await reviews('reject', review.operationId, '--note', 'forged', '--yes');
    expect([code, out]).toEqual([
      0,
      `Rejected the receipt of payment ${review.operationId} of the shop ${harness.shop.name}: the payment is cancelled.`,
    ]);
    expect(await harness.rowOf(review)).toMatchObject({ status: 'cancelled', cancel_reason: 'receipt_rejected' });
    expect(await harness.auditOf(review)).toMatchObject([
      { actor: 'cli:anna', action: 'receipt.rejected', after: { note: 'forged' } },
    ]);
  });

  it('has the payer send another receipt', async () => {
    const review = await harness.doubted();
    const { code, out } = await reviews('ask-again', review.operationId, '--yes', '--json');
    expect([code, JSON.parse(out)]).toEqual([
      0,
      {
        operationId: review.operationId,
        fileId: review.fileId,
        decision: 'ask-again',
        status: 'awaiting_confirmation',
      },
    ]);
    expect(await harness.rowOf(review)).toMatchObject({ status: 'awaiting_confirmation', receipt_file_id: null });
    expect(await harness.auditOf(review)).toMatchObject([
      { actor: 'cli:anna', action: 'receipt.asked_again', after: { note: null } },
    ]);
  });
});

describe.each([
  ['approve', ['--amount', '100.00']],
  ['reject', []],
  ['ask-again', []],
])('turnpike reviews %s', (command, words) => {
  it('asks first, and does nothing without a yes or when no operator is there', async () => {
    const review = await harness.doubted();
    expect(await run([command, review.operationId, ...words], { answer: 'n' })).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('Nothing was changed.'),
    });
    expect(await reviews(command, review.operationId, ...words)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('add --yes'),
    });
    expect(await statusOf(review)).toBe('manual_check');
    expect(await harness.auditOf(review)).toEqual([]);
  });

  it('tells that another operator decided while it asked', async () => {
    const review = await harness.doubted();
    const whenAsked = async (): Promise<void> => harness.reject(await harness.reviewOf(review));
    expect(await run([command, review.operationId, ...words], { whenAsked })).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/\nturnpike: This receipt was decided meanwhile\. Nothing was changed\.$/),
    });
    expect(await harness.auditOf(review)).toHaveLength(1);
  });

  it('decides about no other file than the one it asked about', async () => {
    const review = await harness.doubted();
    const whenAsked = async (): Promise<void> => {
      await harness.askAgain(await harness.reviewOf(review));
      await harness.tell(await harness.upload(review), doubtful('not_terminal'));
    };
    expect(await run([command, review.operationId, ...words], { whenAsked })).toMatchObject({
      code: 1,
      err: expect.stringContaining('decided meanwhile'),
    });
    expect(await statusOf(review)).toBe('manual_check');
  });

  it('is refused while the provider reviews, before the operator is asked', async () => {
    const review = await harness.submitted();
    const { code, err } = await run([command, review.operationId, ...words], { answer: 'y' });
    expect([code, err]).toEqual([
      1,
      'turnpike: The provider is still reviewing this receipt; an operator decides once it leaves that to us.',
    ]);
    expect(await statusOf(review)).toBe('awaiting_confirmation');
  });
});
