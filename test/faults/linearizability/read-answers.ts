import type { Api } from '#platform/apis';
import { detailsIn } from '../cancel-merchant.ts';
import type { Answer } from '../merchant.ts';
import type { Call } from './checker.ts';
import type { Body, CancelAnswer, CreateAnswer, Fate, PaymentCall, ReadAnswer, Shown } from './payment-calls.ts';

/** Null: there was none, or the client did not wait for it. */
type Heard = {
  readonly by: string | null;
  readonly answer: Answer | null;
  readonly from: number;
  readonly until: number;
};

const unexpected = (answer: Answer): Error => new Error(`No answer of a healthy server: ${JSON.stringify(answer)}`);

/**
 * Without an answer the outcome is not known: it may even take effect later. A 408 meets a request on a connection that was
 * opened for one which its client gave up, and that lay idle since.
 */
const isKnown = (answer: Answer | null): answer is Answer => answer !== null && answer.status !== 408;

const shownIn = (api: Api, answer: Answer): Shown => {
  const {
    operation_id: id,
    expected_amount: body,
    status,
    cancel_reason: reason,
    actual_amount: actual,
  } = answer.body as Record<string, string | undefined>;
  if (id === undefined || body === undefined || status === undefined || actual === undefined) throw unexpected(answer);
  const details = detailsIn(answer).length;
  // A card's destination: number, name and bank, all of it or nothing.
  if (details !== 0 && details !== 3) throw unexpected(answer);
  return { id, body, status, reason: api === 'v1' ? (reason ?? null) : undefined, actual, hasDetails: details > 0 };
};

const createAnswerOf = (api: Api, answer: Answer): CreateAnswer => {
  const { status, body } = answer;
  if (status === 200) return { is: 'shown', shown: shownIn(api, answer) };
  if (status === 424) return { is: 'refused' };
  if (status === 412 && body['code'] === 'identifier_reused') {
    return { is: 'reused', id: (body['operation_id'] as string | undefined) ?? null };
  }
  if (status === 409 && body['codeError'] === 'duplicateIdentifier') {
    return { is: 'duplicate', of: body['codeErrorExt'] === 'idempotencyKey' ? 'key' : 'identifier' };
  }
  const isInProgress = body['code'] === 'create_in_progress' || body['codeErrorExt'] === 'createInProgress';
  if (status === 503 && isInProgress) return { is: 'in progress' };
  throw unexpected(answer);
};

const fates = { shown: 'shown', refused: 'refused', 'in progress': 'unknown' } as const satisfies Partial<
  Record<CreateAnswer['is'], Fate>
>;

type Created = Heard & { readonly create: number; readonly name: string; readonly body: Body };

export const readCreateAnswer = (api: Api, created: Created): Call<PaymentCall>[] => {
  const { create, name, body, answer, from, until } = created;
  const write = { call: 'write', create, name, body } as const;
  if (!isKnown(answer)) return [{ what: { ...write, fate: 'unknown' }, from, until: Number.POSITIVE_INFINITY }];
  const heard = createAnswerOf(api, answer);
  const answered = { what: { call: 'create', create, name, body, answer: heard }, from, until } as const;
  // A create that finds the identifier used has written nothing.
  if (heard.is === 'reused' || heard.is === 'duplicate') return [answered];
  return [{ what: { ...write, fate: fates[heard.is] }, from, until, isOptional: true }, answered];
};

const cancelAnswerOf = (answer: Answer): CancelAnswer => {
  if (answer.status === 404) return { is: 'missing' };
  const { outcome, operation } = answer.body as {
    outcome?: string;
    operation?: { operation_id: string; status: string };
  };
  if (answer.status !== 200 || outcome === undefined || operation === undefined) throw unexpected(answer);
  return { is: 'decided', outcome, id: operation.operation_id, status: operation.status };
};

export const readCancelAnswer = ({ by, answer, from, until }: Heard): Call<PaymentCall> =>
  isKnown(answer)
    ? { what: { call: 'cancel', by, answer: cancelAnswerOf(answer) }, from, until }
    : { what: { call: 'cancel', by, answer: { is: 'unknown' } }, from, until: Number.POSITIVE_INFINITY };

const readAnswerOf = (api: Api, answer: Answer): ReadAnswer => {
  const { status, body } = answer;
  if (status === 404) return { is: 'missing' };
  if (status !== 200) throw unexpected(answer);
  if (Array.isArray(body['operations'])) {
    return { is: 'found', shown: body['operations'].map((one: Answer['body']) => shownIn(api, { status, body: one })) };
  }
  const receipts = body['receipts'] as readonly unknown[] | undefined;
  return { is: 'shown', shown: shownIn(api, answer), hasReceipts: receipts === undefined ? null : receipts.length > 0 };
};

/** A read that was not answered says nothing. */
export const readReadAnswer = (api: Api, { by, answer, from, until }: Heard): Call<PaymentCall>[] =>
  isKnown(answer) ? [{ what: { call: 'read', by, answer: readAnswerOf(api, answer) }, from, until }] : [];
