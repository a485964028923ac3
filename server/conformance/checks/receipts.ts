import { randomUUID } from 'node:crypto';
import type { Exchange } from '../exchange.ts';
import { bodyOf, requireState, requireStatus, requireTaken, Unmet } from '../outcomes.ts';
import type { Check, Trial } from '../trial.ts';

const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n');

/** Hands over one file, as the one part of a form. */
const submit = (trial: Trial, attemptId: string, fileId: string): Promise<Exchange> => {
  const boundary = 'conformance-3f1c';
  const raw = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="receipt"; filename="receipt.pdf"\r\ncontent-type: application/pdf\r\n\r\n`,
    ),
    pdf,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  const params = { attempt_id: attemptId, file_id: fileId };
  return trial.call('submitReceipt', { params, raw, headers, timeoutMs: 30_000 });
};

const createWithReceipt = async (trial: Trial, name: 'receipt_accepted' | 'receipt_doubtful'): Promise<string> => {
  const body = await trial.payment(name);
  const attemptId = randomUUID();
  const done = await trial.call('createPayment', { params: { attempt_id: attemptId }, body });
  const { receipt_required: isRequired } = requireState(done, ['open']);
  if (isRequired !== true) throw new Unmet('It does not say that a receipt is required.', done);
  return attemptId;
};

/** Submits one file until there is a verdict, as the gateway does where a callback may have been lost. */
const untilVerdict = async (trial: Trial, attemptId: string): Promise<Exchange> => {
  const fileId = randomUUID();
  requireStatus(await submit(trial, attemptId, fileId), 200);
  const judged = await trial.eventually(async () => {
    const done = await submit(trial, attemptId, fileId);
    requireStatus(done, 200);
    return bodyOf(done)['verdict'] === 'pending' ? null : done;
  });
  if (judged === null) throw new Unmet(`There is no verdict within ${trial.patienceMs} ms.`);
  return judged;
};

export const receiptChecks: readonly Check[] = [
  {
    name: 'receipt_of_nothing',
    requirement: 'A receipt of an attempt that never came is answered 404 attempt_not_found',
    where: 'submitReceipt',
    run: async (trial) => requireStatus(await submit(trial, randomUUID(), randomUUID()), 404, 'attempt_not_found'),
  },
  {
    name: 'receipt_not_expected',
    requirement: 'A receipt of a payment that needs none is answered 409 receipt_not_expected',
    where: 'submitReceipt',
    run: async (trial) => {
      const attemptId = randomUUID();
      const done = await trial.call('createPayment', {
        params: { attempt_id: attemptId },
        body: await trial.payment(),
      });
      if (requireTaken(done)['receipt_required'] === true) return;
      requireStatus(await submit(trial, attemptId, randomUUID()), 409, 'receipt_not_expected');
    },
  },
  {
    name: 'receipt_accepted',
    requirement: 'A good receipt is accepted with all the money that came, and its payment is paid with it',
    where: 'submitReceipt; Receipts',
    run: async (trial) => {
      const attemptId = await createWithReceipt(trial, 'receipt_accepted');
      const judged = await untilVerdict(trial, attemptId);
      const { verdict, paid_total: total } = bodyOf(judged);
      if (verdict !== 'accepted' || !(Number(total) > 0)) throw new Unmet(`The verdict is ${String(verdict)}.`, judged);
      const found = await trial.call('lookUpPayment', { params: { attempt_id: attemptId } });
      if (requireState(found, ['paid', 'open'])['paid_total'] !== total) {
        throw new Unmet('The look-up tells another total than the verdict.', found);
      }
    },
  },
  {
    name: 'receipt_doubtful',
    requirement: 'A receipt that cannot be decided about is doubtful, and completes nothing',
    where: 'submitReceipt; Receipts',
    run: async (trial) => {
      const attemptId = await createWithReceipt(trial, 'receipt_doubtful');
      const judged = await untilVerdict(trial, attemptId);
      const { verdict } = bodyOf(judged);
      if (verdict !== 'doubtful') throw new Unmet(`The verdict is ${String(verdict)}.`, judged);
      requireState(await trial.call('lookUpPayment', { params: { attempt_id: attemptId } }), ['open']);
    },
  },
];
