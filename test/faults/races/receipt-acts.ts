import { OperatorError, RequestError } from '#platform/errors';
import { decimal } from '#platform/money';
import type { Operation } from '#features/operations';
import type { OperationId } from '#platform/ids';
import type { ReceiptVerdict } from '#providers';
import { eventually } from '#test/support/eventually';

import type { FileName } from './payment-model.ts';
import { digestOf } from './receipt-office.ts';
import { fileOf } from './receipt-steps.ts';
import { isConfirmation, type Confirmation, type Decision, type ReceiptStepName, type Verdict } from './step-names.ts';
import { attemptOf, operationOf, type Act, type Trial } from './payment-trial.ts';
import { fullAmount, partAmount } from './reports.ts';

/** No two payments have the same file: that would be a finding of its own. */
const contentOf = ({ order }: Trial, file: FileName): Buffer => Buffer.from(`${file} ${order.client_id}`);

export const shownOperation = ({
  status,
  actualAmount,
  cancelReason,
  manualCheckReason,
  destination,
}: Operation): string => {
  const why: Readonly<Record<string, string>> = {
    completed: ` ${actualAmount.toFixed(2)}`,
    cancelled: ` (${cancelReason})`,
    manual_check: ` (${manualCheckReason})`,
  };
  return `${status}${why[status] ?? ''}${destination === null ? '' : ', details'}`;
};

const operationIn = async (trial: Trial): Promise<OperationId> =>
  (await operationOf(trial, (await attemptOf(trial))!)) as OperationId;

const confirm =
  (name: Confirmation): Act =>
  async (trial, { instance, position }) => {
    const { receipts } = trial.house.instances[instance]!;
    trial.answers[position] = await receipts
      .confirm(await operationIn(trial), contentOf(trial, fileOf[name]))
      .then(shownOperation, (error: unknown) => (error instanceof RequestError ? error.code : String(error)));
  };

/** Null where it is not taken: a provider judges what it was given. */
const recordedFile = (trial: Trial, file: FileName): Promise<string | null> =>
  eventually(async () => {
    const { steps, answers, house } = trial;
    const isAwaited = steps.some((name, at) => isConfirmation(name) && fileOf[name] === file && answers[at] === '');
    const row = await house
      .database('receipt_files')
      .where({ shop_id: house.shop.shopId, operation_id: await operationIn(trial), state: 'recorded' })
      .where({ digest: digestOf(contentOf(trial, file)) })
      .first('file_id');
    return row !== undefined ? { fileId: row.file_id as string } : !isAwaited && { fileId: null };
  }, `the ${file} file to be recorded`).then(({ fileId }) => fileId);

type Finding =
  | { readonly outcome: 'accepted'; readonly total: string }
  | { readonly outcome: 'rejected' }
  | { readonly outcome: 'doubtful' };

const findings: Readonly<Record<Verdict, Finding>> = {
  'found good': { outcome: 'accepted', total: fullAmount },
  'found good in part': { outcome: 'accepted', total: partAmount },
  'found bad': { outcome: 'rejected' },
  doubted: { outcome: 'doubtful' },
  'other found bad': { outcome: 'rejected' },
};

const judge =
  (name: Verdict): Act =>
  async (trial, { instance }) => {
    const [attempt, fileId] = [(await attemptOf(trial))!, await recordedFile(trial, fileOf[name])];
    if (fileId === null) return;
    const { desk } = trial.house;
    const found = findings[name];
    if (found.outcome === 'accepted') await desk.pay(attempt, found.total);
    const verdict: ReceiptVerdict =
      found.outcome === 'accepted'
        ? { attempt, fileId, outcome: found.outcome, paidTotal: decimal(found.total), evidence: [] }
        : found.outcome === 'rejected'
          ? { attempt, fileId, outcome: found.outcome }
          : { attempt, fileId, outcome: found.outcome, reason: null };
    await desk.judge(instance, verdict);
  };

const decide =
  (decision: Decision): Act =>
  async (trial, { instance, position }) => {
    const { receipts } = trial.house.instances[instance]!;
    trial.answers[position] = await receipts.decide(await operationIn(trial), decision).then(
      () => 'done',
      (error: unknown) => (error instanceof OperatorError ? 'too late' : String(error)),
    );
  };

export const receiptActs: Readonly<Record<ReceiptStepName, { readonly act: Act }>> = {
  confirm: { act: confirm('confirm') },
  'confirm (bad file)': { act: confirm('confirm (bad file)') },
  'confirm again': { act: confirm('confirm again') },
  'confirm another': { act: confirm('confirm another') },
  'found good': { act: judge('found good') },
  'found good in part': { act: judge('found good in part') },
  'found bad': { act: judge('found bad') },
  doubted: { act: judge('doubted') },
  'other found bad': { act: judge('other found bad') },
  approve: { act: decide('approve') },
  reject: { act: decide('reject') },
  'ask again': { act: decide('ask again') },
};
