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
import { attemptOf, operationOf, type Action, type RaceRun } from './race-run.ts';
import { fullAmount, partAmount } from './reports.ts';

/** No two payments have the same file: that would be a finding of its own. */
const contentOf = ({ identifier }: RaceRun, file: FileName): Buffer => Buffer.from(`${file} ${identifier}`);

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

const operationIn = async (raceRun: RaceRun): Promise<OperationId> =>
  (await operationOf(raceRun, (await attemptOf(raceRun))!)) as OperationId;

const confirm =
  (name: Confirmation): Action =>
  async (raceRun, { instance, position }) => {
    const { receipts } = raceRun.environment.instances[instance]!;
    raceRun.answers[position] = await receipts
      .confirm(await operationIn(raceRun), contentOf(raceRun, fileOf[name]))
      .then(shownOperation, (error: unknown) => (error instanceof RequestError ? error.code : String(error)));
  };

/** Null where it is not taken: a provider judges what it was given. */
const recordedFile = (raceRun: RaceRun, file: FileName): Promise<string | null> =>
  eventually(async () => {
    const { steps, answers, environment } = raceRun;
    const isAwaited = steps.some((name, at) => isConfirmation(name) && fileOf[name] === file && answers[at] === '');
    const row = await environment
      .database('receipt_files')
      .where({ shop_id: environment.shop.shopId, operation_id: await operationIn(raceRun), state: 'recorded' })
      .where({ digest: digestOf(contentOf(raceRun, file)) })
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
  (name: Verdict): Action =>
  async (raceRun, { instance }) => {
    const [attempt, fileId] = [(await attemptOf(raceRun))!, await recordedFile(raceRun, fileOf[name])];
    if (fileId === null) return;
    const { desk } = raceRun.environment;
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
  (decision: Decision): Action =>
  async (raceRun, { instance, position }) => {
    const { receipts } = raceRun.environment.instances[instance]!;
    raceRun.answers[position] = await receipts.decide(await operationIn(raceRun), decision).then(
      () => 'done',
      (error: unknown) => (error instanceof OperatorError ? 'too late' : String(error)),
    );
  };

export const receiptActions: Readonly<Record<ReceiptStepName, { readonly run: Action }>> = {
  confirm: { run: confirm('confirm') },
  'confirm (bad file)': { run: confirm('confirm (bad file)') },
  'confirm again': { run: confirm('confirm again') },
  'confirm another': { run: confirm('confirm another') },
  'found good': { run: judge('found good') },
  'found good in part': { run: judge('found good in part') },
  'found bad': { run: judge('found bad') },
  doubted: { run: judge('doubted') },
  'other found bad': { run: judge('other found bad') },
  approve: { run: decide('approve') },
  reject: { run: decide('reject') },
  'ask again': { run: decide('ask again') },
};
