import { setTimeout as sleep } from 'node:timers/promises';
import { RequestError } from '#platform/errors';
import { decimal } from '#platform/money';
import type { OperationId } from '#platform/ids';
import type { ReceiptVerdict } from '#providers';
import { randomFrom, type Random } from '#test/support/random';
import { cancelOperation, readOperation } from '../cancel-merchant.ts';
import { createPayment, orderOf } from '../merchant.ts';
import { shownIn } from '../races/entrances.ts';
import type { Environment } from '../races/environment.ts';
import { answers } from '../races/provider-desk.ts';
import { shownOperation } from '../races/receipt-actions.ts';
import { digestOf } from '../races/receipt-office.ts';
import { fileOf } from '../races/receipt-steps.ts';
import { fullAmount } from '../races/reports.ts';
import type { Confirmation, Decision, Verdict } from '../races/step-names.ts';
import type { Call } from './checker.ts';
import type { ReceiptCall } from './receipt-specification.ts';

export type ReceiptHistory = readonly Call<ReceiptCall>[];

type Action = Confirmation | Decision | Verdict | 'cancel' | 'cancel by id' | 'read' | 'paid' | 'expire';

const actionOf = (random: Random): Action =>
  random.weighed<Action>([
    ['confirm', 6],
    ['confirm (bad file)', 2],
    ['confirm another', 5],
    ['read', 8],
    ['cancel', 1],
    ['cancel by id', 1],
    ['found good', 1],
    ['found bad', 1],
    ['other found bad', 1],
    ['doubted', 4],
    ['paid', 1],
    ['expire', 2],
    ['approve', 2],
    ['reject', 2],
    ['ask again', 4],
  ]);

const openPayment = async ({ instances, shop, desk }: Environment, clientId: string) => {
  const visit = desk.expectVisit(clientId, true);
  visit.answer(answers['accepted, receipt wanted']);
  const order = { ...orderOf(fullAmount, clientId), client_id: clientId };
  const { body } = await createPayment(instances[0]!.url, shop.apiKey, order);
  return { operationId: body['operation_id'] as OperationId, attempt: await visit.asked };
};

type Opened = Awaited<ReturnType<typeof openPayment>> & { readonly seed: string };

/** Notes what is done from when until when, as the calls that it is made of. */
const createRecorder = () => {
  const calls: Call<ReceiptCall>[] = [];
  const during = async <Result>(
    work: () => Promise<Result>,
    whatOf: (result: Result) => readonly ReceiptCall[],
  ): Promise<void> => {
    const from = performance.now();
    const result = await work();
    const until = performance.now();
    for (const what of whatOf(result)) calls.push({ what, from, until });
  };
  return { calls, during };
};

type Recorder = ReturnType<typeof createRecorder>;

/** What payers, providers and the time do. */
const createWorld = (environment: Environment, { operationId, attempt, seed }: Opened, { during }: Recorder) => {
  const { database, desk, shop } = environment;
  const contentOf = (step: Confirmation | Verdict): Buffer => Buffer.from(`${fileOf[step]} ${seed} ${operationId}`);
  const fileIdOf = async (step: Verdict): Promise<string | undefined> =>
    (
      await database('receipt_files')
        .where({ shop_id: shop.shopId, operation_id: operationId, state: 'recorded' })
        .where({ digest: digestOf(contentOf(step)) })
        .first('file_id')
    )?.file_id as string | undefined;
  const pay = async (report: () => Promise<void>): Promise<void> => {
    await during(
      () => desk.pay(attempt, fullAmount),
      () => [{ call: 'pay' }],
    );
    await during(report, () => [{ call: 'hear' }]);
  };
  const judge = async (step: Verdict, instance: number): Promise<void> => {
    const fileId = await fileIdOf(step);
    // A provider judges what it was given.
    if (fileId === undefined) return;
    const about = { attempt, fileId };
    if (step === 'found good' || step === 'found good in part') {
      return pay(() =>
        desk.judge(instance, { ...about, outcome: 'accepted', paidTotal: decimal(fullAmount), evidence: [] }),
      );
    }
    const verdict: ReceiptVerdict =
      step === 'doubted' ? { ...about, outcome: 'doubtful', reason: null } : { ...about, outcome: 'rejected' };
    await during(
      () => desk.judge(instance, verdict),
      () => [{ call: 'judge', step }],
    );
  };
  const upload = async (step: Confirmation, instance: number): Promise<void> => {
    // Told that too many of this payment wait already, a payer comes again: nothing has happened by then.
    const send = (): Promise<ReturnType<typeof shownOperation> | null> =>
      environment.instances[instance]!.receipts.confirm(operationId, contentOf(step)).then(
        shownOperation,
        async (error: unknown) => {
          if (error instanceof RequestError && error.code === 'wrong_state') return null;
          if (!(error instanceof RequestError) || error.code !== 'too_many_requests') throw error;
          await sleep(25);
          return send();
        },
      );
    await during(send, (answer) => [
      { call: 'confirm', step, isTaken: answer !== null },
      ...(answer === null ? [] : [{ call: 'read', answer } as const]),
    ]);
  };
  const expire = async (instance: number): Promise<void> => {
    const ended = { expires_at: database.raw(`now() - interval '1 second'`) };
    await during(
      () => database('operations').where({ shop_id: shop.shopId, operation_id: operationId }).update(ended),
      () => [{ call: 'end lifetime' }],
    );
    await during(
      () => environment.expireDue(instance),
      () => [{ call: 'expire' }],
    );
  };
  const callBack = (instance: number): Promise<void> =>
    pay(() => desk.callBack(instance, { attempt, state: 'paid', paidTotal: decimal(fullAmount), evidence: [] }));
  return { judge, upload, expire, callBack };
};

const createPerform = (environment: Environment, opened: Opened, recorder: Recorder) => {
  const { shop } = environment;
  const { operationId, seed } = opened;
  const { during } = recorder;
  const world = createWorld(environment, opened, recorder);
  return async (action: Action, instance: number): Promise<void> => {
    const { url, receipts } = environment.instances[instance]!;
    const named = action === 'cancel' ? { merchant_operation_id: `receipts ${seed}` } : { operation_id: operationId };
    switch (action) {
      case 'read':
        return during(
          () => readOperation(url, shop.apiKey, named),
          (given) => [{ call: 'read', answer: shownIn(given) }],
        );
      case 'cancel':
      case 'cancel by id':
        return during(
          () => cancelOperation(url, shop.apiKey, named),
          ({ status, body }) => {
            const { outcome, operation } = body as { outcome: string; operation?: { status: string } };
            const decided =
              operation === undefined || outcome === operation.status ? outcome : `${outcome}, ${operation.status}`;
            return [{ call: 'ask', step: action, answer: operation === undefined ? String(status) : decided }];
          },
        );
      case 'paid':
        return world.callBack(instance);
      case 'expire':
        return world.expire(instance);
      case 'approve':
      case 'reject':
      case 'ask again':
        return during(
          () =>
            receipts.decide(operationId, action).then(
              () => 'done',
              () => 'too late',
            ),
          (answer) => [{ call: 'ask', step: action, answer }],
        );
      case 'confirm':
      case 'confirm again':
      case 'confirm another':
      case 'confirm (bad file)':
        return world.upload(action, instance);
      default:
        return world.judge(action, instance);
    }
  };
};

/** One payment, several clients that do things to it at once, and all that they were answered. */
export const recordHistory = async (environment: Environment, seed: string): Promise<ReceiptHistory> => {
  const opened = { ...(await openPayment(environment, `receipts ${seed}`)), seed };
  const recorder = createRecorder();
  const perform = createPerform(environment, opened, recorder);
  const random = randomFrom(`receipts ${seed}`);
  const clients = Array.from({ length: 3 + random.below(3) }, () =>
    Array.from({ length: 2 + random.below(5) }, () => ({
      action: actionOf(random),
      instance: random.below(2),
      pauseMs: random.weighed([
        [0, 3],
        [random.below(12), 3],
        [random.below(60), 1],
      ]),
    })),
  );
  await Promise.all(
    clients.map(async (moves) => {
      for (const { action, instance, pauseMs } of moves) {
        await sleep(pauseMs);
        await perform(action, instance);
      }
    }),
  );
  for (const instance of [0, 1]) await perform('read', instance);
  environment.desk.endVisit(`receipts ${seed}`, opened.attempt);
  return recorder.calls;
};
