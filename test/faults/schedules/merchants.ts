import { setTimeout as sleep } from 'node:timers/promises';
import { formBody, receiptParts } from '#test/support/form-body';
import { cardNumber } from './bank-books.ts';
import type { PlannedOperation } from './plan-operations.ts';
import type { Answered } from './record.ts';

/** Where an instance answers; null while it is down. */
export type ApiUrl = () => string | null;
export type MerchantShop = { readonly apiKey: string };

/** One operation as its merchant knows it. */
export type Story = {
  readonly planned: PlannedOperation;
  readonly identifier: string;
  readonly answers: Answered[];
  /** The files of which an upload was not answered: it may have been recorded or not. */
  readonly unanswered: Set<string>;
};

const answerWithinMs = 4_000;
const pauseMs = 250;
const paths = {
  payment: '/v1/payment',
  payout: '/v1/payout',
  cancel: '/v1/cancel_operation',
  confirm: '/v1/confirm_payment',
  read: '/v1/get_operation_state',
};

/** No two payments have the same file: that would be a finding of its own. */
export const contentOf = ({ identifier }: Story, file: string): Buffer =>
  Buffer.from(`${file} receipt of ${identifier}`);

type Sent = { readonly contentType: string; readonly bytes: Uint8Array<ArrayBuffer>; readonly file?: string };

const json = (body: object): Sent => ({
  contentType: 'application/json',
  bytes: Uint8Array.from(Buffer.from(JSON.stringify(body))),
});

const receipt = (story: Story, operationId: string, file: string): Sent => {
  const { contentType, bytes } = formBody(receiptParts(operationId, contentOf(story, file)));
  return { contentType, bytes: Uint8Array.from(bytes), file };
};

/** Where payouts of a trial go to. */
export const payoutNumber = cardNumber(999_999_999);

const createBody = ({ planned, identifier }: Story): object => ({
  merchant_operation_id: identifier,
  client_id: 'client',
  method: 'WT_RUB_C2C',
  amount: planned.amount,
  currency: 'RUB',
  ...(planned.type === 'payout' && { number: payoutNumber }),
});

/** Merchants who ask again, elsewhere, until they are answered, and who keep what they were answered. */
export const startMerchants = (
  operations: readonly PlannedOperation[],
  shops: readonly MerchantShop[],
  urls: readonly ApiUrl[],
) => {
  const stories = operations.map(
    (planned, index): Story => ({ planned, identifier: `order-${index}`, answers: [], unanswered: new Set() }),
  );
  let turn = 0;
  let isOver = false;

  /** Null: it may have been done or not. */
  const ask = async (
    story: Story,
    request: Answered['request'],
    { contentType, bytes, file }: Sent,
  ): Promise<Answered | null> => {
    const url = urls[turn++ % urls.length]!();
    if (url === null) return null;
    const leave = (): null => {
      if (file !== undefined) story.unanswered.add(file);
      return null;
    };
    const fromMs = performance.now();
    try {
      const response = await fetch(url + paths[request === 'create' ? story.planned.type : request], {
        method: 'POST',
        headers: { 'content-type': contentType, 'x-api-key': shops[story.planned.shop]!.apiKey },
        body: bytes,
        signal: AbortSignal.timeout(answerWithinMs),
      });
      const answer = (await response.json()) as Answered['body'];
      if (response.status === 503) return leave();
      // Too many uploads of one payment at once: nothing came of this one, and it is sent again.
      if (response.status === 429 && request === 'confirm') return null;
      const sent = file === undefined ? {} : { sent: file };
      const answered = { request, fromMs, toMs: performance.now(), status: response.status, body: answer, ...sent };
      story.answers.push(answered);
      return answered;
    } catch {
      return leave();
    }
  };
  const askUntilAnswered = async (story: Story, request: Answered['request'], sent: Sent): Promise<Answered> => {
    for (;;) {
      const answered = await ask(story, request, sent);
      if (answered !== null) return answered;
      // A merchant that still waits has left, and is never answered.
      if (isOver) return new Promise(() => undefined);
      await sleep(pauseMs);
    }
  };
  const create = (story: Story) => askUntilAnswered(story, 'create', json(createBody(story)));
  const byIdentifier = ({ identifier }: Story) => json({ merchant_operation_id: identifier });
  const cancelOf = async (story: Story, created: Promise<Answered>): Promise<void> => {
    const { cancel } = story.planned;
    if (cancel === null) return;
    if (!cancel.isFirst) await sleep(cancel.afterMs);
    const operationId =
      cancel.by === 'operation id' && !cancel.isFirst ? (await created).body['operation_id'] : undefined;
    await askUntilAnswered(
      story,
      'cancel',
      operationId === undefined ? byIdentifier(story) : json({ operation_id: operationId }),
    );
  };
  const confirm = async (story: Story, created: Promise<Answered>): Promise<void> => {
    const operationId = (await created).body['operation_id'];
    if (typeof operationId !== 'string') return;
    await Promise.all(
      (story.planned.receipt?.uploads ?? []).map(async ({ file, afterMs }) => {
        await sleep(afterMs);
        await askUntilAnswered(story, 'confirm', receipt(story, operationId, file));
      }),
    );
  };
  const tell = async (story: Story): Promise<void> => {
    const { startMs, cancel, repeatsAfterMs, readsAfterMs } = story.planned;
    await sleep(startMs);
    if (cancel?.isFirst === true) await cancelOf(story, create(story));
    const created = create(story);
    await Promise.all([
      created,
      confirm(story, created),
      ...(cancel?.isFirst === true ? [] : [cancelOf(story, created)]),
      ...repeatsAfterMs.map((afterMs) => sleep(afterMs).then(() => create(story))),
      ...readsAfterMs.map((afterMs) => sleep(afterMs).then(() => ask(story, 'read', byIdentifier(story)))),
    ]);
  };
  const told = Promise.all(stories.map(tell)).then(() => undefined);
  told.catch(() => undefined);
  return {
    stories,
    /** Resolves when everything was answered. */
    told,
    stop: (): void => {
      isOver = true;
    },
    /** Sends every create once more. */
    createAgain: async (): Promise<void> => {
      await Promise.all(stories.map(create));
    },
    /** Asks once more for everything that is known by now. */
    askAgain: async (): Promise<void> => {
      await Promise.all(
        stories.map(async (story) => {
          await create(story);
          await askUntilAnswered(story, 'read', byIdentifier(story));
          const taken = story.answers.filter(({ request, status }) => request === 'confirm' && status === 200);
          for (const { sent = '', body } of taken) {
            await askUntilAnswered(story, 'confirm', receipt(story, String(body['operation_id']), sent));
          }
          if (story.planned.cancel !== null) await askUntilAnswered(story, 'cancel', byIdentifier(story));
        }),
      );
    },
  };
};

export type Merchants = ReturnType<typeof startMerchants>;
