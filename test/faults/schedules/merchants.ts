import { setTimeout as sleep } from 'node:timers/promises';
import { sha256 } from '#platform/secrets';
import { formBody, receiptParts } from '#test/support/form-body';
import { requestOf, wires, type WireRequest } from '#test/support/wires';
import { openRequests, type ApiUrl, type MerchantShop, type Sent, type Story } from './merchant-requests.ts';
import type { PlannedOperation } from './plan-operations.ts';
import type { Answered } from './record.ts';

const pauseMs = 250;

/** No two payments have the same file: that would be a finding of its own. */
export const contentOf = ({ identifier }: Story, file: string): Buffer =>
  Buffer.from(`${file} receipt of ${identifier}`);

const asked = (request: WireRequest, key: string | null): Sent => ({
  path: request.path,
  init: requestOf(request),
  key,
});

const receipt = (story: Story, operationId: string, file: string): Sent => {
  const { contentType, bytes } = formBody(receiptParts(operationId, contentOf(story, file)));
  const init = { method: 'POST', headers: { 'content-type': contentType }, body: Uint8Array.from(bytes) };
  return { path: '/v1/confirm_payment', init, key: story.identifier, file };
};

const cancellation = ({ identifier }: Story, named: object = { merchant_operation_id: identifier }): Sent =>
  asked({ path: '/v1/cancel_operation', body: named }, identifier);

/** The create of one of the uses of the identifier. */
const creation = ({ planned, identifier, webhookUrl }: Story, use: number): Sent => {
  const { api, type, amount, amountAs, knownBy } = planned;
  const order = { type, amount, identifier, amountAs, webhookUrl };
  const idempotencyKey = `${identifier}, ${use}`;
  switch (knownBy) {
    case 'identifier':
      return asked(wires[api].create(order), identifier);
    case 'idempotency key':
      return asked(wires[api].create(order, idempotencyKey), sha256(idempotencyKey).toString('hex'));
    case 'nothing':
      return asked(wires[api].create(order), null);
  }
};

/** What has, or had, the identifier. */
const lookUp = ({ planned: { api }, identifier }: Story): readonly [Answered['request'], Sent] => {
  const request = wires[api].find(identifier);
  return api === 'v1' ? ['read', asked(request, identifier)] : ['find', asked(request, null)];
};

const reading = ({ planned: { api } }: Story, operationId: string): Sent =>
  asked(wires[api].read(operationId), operationId);

const idIn = ({ body }: Answered): string | null => {
  const id = body['operation_id'];
  return typeof id === 'string' ? id : null;
};

const isFailed = ({ body }: Answered): boolean => body['status'] === 'cancelled';

const newestOf = (answered: Answered): Answered | null => {
  const [newest] = answered.body['operations'] as readonly Answered['body'][];
  return newest === undefined ? null : { ...answered, body: newest };
};

type OwnUrl = (operation: PlannedOperation) => string;

/** In each API they are numbered anew: the identifiers of one have nothing to do with those of the other. */
const storiesOf = (operations: readonly PlannedOperation[], ownUrlOf: OwnUrl): readonly Story[] =>
  operations.map((planned, index) => {
    const before = operations.slice(0, index).filter(({ api }) => api === planned.api).length;
    const webhookUrl = planned.toldAt === 'own URL' ? ownUrlOf(planned) : null;
    return { planned, identifier: `order-${before}`, webhookUrl, answers: [], unanswered: new Set(), uses: 1 };
  });

/** Merchants who ask again, elsewhere, until they are answered, and who keep what they were answered. */
export const startMerchants = (
  operations: readonly PlannedOperation[],
  shops: readonly MerchantShop[],
  urls: readonly ApiUrl[],
  ownUrlOf: OwnUrl,
) => {
  const stories = storiesOf(operations, ownUrlOf);
  const { ask, tokens } = openRequests(shops, urls);
  let isOver = false;

  const pause = async (): Promise<void> => {
    // A merchant that still waits has left, and is never answered.
    if (isOver) await new Promise(() => undefined);
    await sleep(pauseMs);
  };
  const askUntilAnswered = async (story: Story, request: Answered['request'], sent: Sent): Promise<Answered> => {
    for (;;) {
      const answered = await ask(story, request, sent);
      if (answered !== null) return answered;
      await pause();
    }
  };
  /** Where nothing names a create, what is found is taken for what was made: unless it was known before. */
  const createUnnamed = async (story: Story, known: string | null): Promise<Answered> => {
    for (;;) {
      const answered = await ask(story, 'create', creation(story, story.uses));
      if (answered !== null && answered.status !== 409) return answered;
      const listed = await ask(story, ...lookUp(story));
      const newest = listed === null ? null : newestOf(listed);
      if (newest !== null && idIn(newest) !== known) return newest;
      await pause();
    }
  };
  const create = (story: Story, use = story.uses, known: string | null = null): Promise<Answered> =>
    story.planned.knownBy === 'nothing'
      ? createUnnamed(story, known)
      : askUntilAnswered(story, 'create', creation(story, use));
  /** The identifier of what has failed is free for another create. */
  const reuse = async (story: Story, created: Answered): Promise<void> => {
    const operationId = idIn(created);
    if (operationId === null || story.planned.reusesAfterMs === null) return;
    if (!isFailed(await askUntilAnswered(story, 'read', reading(story, operationId)))) return;
    story.uses += 1;
    await create(story, story.uses, operationId);
  };
  const cancelOf = async (story: Story, created: Promise<Answered>): Promise<void> => {
    const { cancel } = story.planned;
    if (cancel === null) return;
    if (!cancel.isFirst) await sleep(cancel.afterMs);
    const operationId = cancel.by === 'operation id' && !cancel.isFirst ? idIn(await created) : null;
    await askUntilAnswered(
      story,
      'cancel',
      operationId === null ? cancellation(story) : cancellation(story, { operation_id: operationId }),
    );
  };
  const confirm = async (story: Story, created: Promise<Answered>): Promise<void> => {
    const operationId = idIn(await created);
    if (operationId === null) return;
    await Promise.all(
      (story.planned.receipt?.uploads ?? []).map(async ({ file, afterMs }) => {
        await sleep(afterMs);
        await askUntilAnswered(story, 'confirm', receipt(story, operationId, file));
      }),
    );
  };
  const tell = async (story: Story): Promise<void> => {
    const { startMs, cancel, repeatsAfterMs, readsAfterMs, reusesAfterMs } = story.planned;
    await sleep(startMs);
    if (cancel?.isFirst === true) await cancelOf(story, create(story));
    const created = create(story);
    await Promise.all([
      created,
      confirm(story, created),
      ...(cancel?.isFirst === true ? [] : [cancelOf(story, created)]),
      ...(reusesAfterMs === null ? [] : [sleep(reusesAfterMs).then(async () => reuse(story, await created))]),
      ...repeatsAfterMs.map((afterMs) => sleep(afterMs).then(() => ask(story, 'create', creation(story, 1)))),
      ...readsAfterMs.map((afterMs) => sleep(afterMs).then(() => ask(story, ...lookUp(story)))),
    ]);
  };
  /** Every create that has a name is sent once more; where it has none, what came of it is looked for. */
  const createAgain = async (story: Story): Promise<Answered | null> => {
    if (story.planned.knownBy === 'nothing') {
      return newestOf(await askUntilAnswered(story, ...lookUp(story))) ?? create(story);
    }
    let last: Answered | null = null;
    for (let use = 1; use <= story.uses; use += 1) last = await create(story, use);
    return last;
  };
  const told = Promise.all(stories.map(tell)).then(() => undefined);
  told.catch(() => undefined);
  return {
    stories,
    tokens,
    /** Resolves when everything was answered. */
    told,
    stop: (): void => {
      isOver = true;
    },
    /** Sends every create once more, and uses the identifiers that have become free meanwhile. */
    createAgain: async (): Promise<void> => {
      await Promise.all(
        stories.map(async (story) => {
          const last = await createAgain(story);
          if (last !== null) await reuse(story, last);
        }),
      );
    },
    /** Asks once more for everything that is known by now. */
    askAgain: async (): Promise<void> => {
      await Promise.all(
        stories.map(async (story) => {
          await createAgain(story);
          await askUntilAnswered(story, ...lookUp(story));
          const taken = story.answers.filter(({ request, status }) => request === 'confirm' && status === 200);
          for (const { sent = '', body } of taken) {
            await askUntilAnswered(story, 'confirm', receipt(story, String(body['operation_id']), sent));
          }
          if (story.planned.cancel !== null) await askUntilAnswered(story, 'cancel', cancellation(story));
        }),
      );
    },
  };
};

export type Merchants = ReturnType<typeof startMerchants>;
