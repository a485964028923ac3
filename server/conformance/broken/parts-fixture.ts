import { problems } from '#generated/connector/problems';
import { createSigner } from '#platform/webhook-signatures';
import { jsonOf, withJson, type Breakage, type Json, type Passed, type Returned } from '#test/support/broken-connector';
import { callbackSecret } from '#test/support/sandbox-connector';
import type { Cases } from '../cases.ts';
import { sandboxCases } from '../index.ts';

/** A breakage has a memory of its own, so it is made anew for each connector. */
export type Breaking = () => Breakage;

const sandbox = sandboxCases();

/** The sandbox's, and two that the proxy provokes: a decline by a limit, and money that comes back. */
export const trialCases: Cases = {
  payment: { ...sandbox.payment, amounts: { ...sandbox.payment?.amounts } },
  payout: { ...sandbox.payout, amounts: { ...sandbox.payout?.amounts, declined: '999999999.99', returned: '1000.70' } },
};

const requestIdOf = ({ headers }: Pick<Passed, 'headers'>): string => headers['x-request-id'] ?? '';

export const problem = (code: keyof typeof problems, call: Pick<Passed, 'headers'>): Returned => {
  const { type, status, title, detail } = problems[code];
  const errors = status === 400 && { errors: [{ path: '/body', code: 'json', message: 'must be valid JSON' }] };
  const body = { type, title, status, detail, code, ...errors, request_id: requestIdOf(call) };
  const headers = {
    'content-type': 'application/problem+json',
    'x-request-id': requestIdOf(call),
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    ...(status === 405 && { allow: 'GET' }),
  };
  return { status, headers, body: Buffer.from(JSON.stringify(body)) };
};

export const json = (body: Json, call: Pick<Passed, 'headers'>): Returned => ({
  status: 200,
  headers: { 'content-type': 'application/json', 'x-request-id': requestIdOf(call) },
  body: Buffer.from(JSON.stringify(body)),
});

/** Puts one answer in the place of another. */
export const replace = (returned: Returned, other: Returned): void => {
  returned.status = other.status;
  for (const name of Object.keys(returned.headers)) delete returned.headers[name];
  Object.assign(returned.headers, other.headers);
  returned.body = other.body;
};

export const attemptOf = ({ path }: Pick<Passed, 'path'>): string => path.split('/')[4] ?? '';

export const orderIn = (call: Passed): Json | null => {
  try {
    return jsonOf(call);
  } catch {
    return null;
  }
};

export const isCreate = ({ operationId }: Passed): boolean =>
  operationId === 'createPayment' || operationId === 'createPayout';

/** Changes the 200 of an operation. */
export const telling =
  (operationId: string, change: (body: Json, call: Passed) => void): Breaking =>
  () => ({
    after: (call, returned) => {
      if (call.operationId === operationId && returned.status === 200) withJson(returned, (body) => change(body, call));
    },
  });

/** Answers another problem where the connector answers this one. */
export const refusing =
  (operationId: string | null, code: keyof typeof problems, other: keyof typeof problems): Breaking =>
  () => ({
    after: (call, returned) => {
      if (call.operationId === operationId && returned.status === problems[code].status) {
        replace(returned, problem(other, call));
      }
    },
  });

export type Create = {
  readonly order: Json;
  answer: Json | null;
  /** Those before it were answered when it came. */
  readonly isAlone: boolean;
};

/** The creates of an attempt, with how each was answered; null while it is not. */
export const rememberCreates = () => {
  const creates = new Map<string, Create[]>();
  return {
    of: (call: Pick<Passed, 'path'>) => creates.get(attemptOf(call)) ?? [],
    begin: (call: Passed): void => {
      const order = isCreate(call) ? orderIn(call) : null;
      if (order === null) return;
      const before = creates.get(attemptOf(call)) ?? [];
      const isAlone = before.every(({ answer }) => answer !== null);
      creates.set(attemptOf(call), [...before, { order, answer: null, isAlone }]);
    },
    end: (call: Passed, returned: Returned): void => {
      const mine = isCreate(call) ? creates.get(attemptOf(call))?.find(({ answer }) => answer === null) : undefined;
      if (mine !== undefined) mine.answer = jsonOf(returned);
    },
  };
};

const sign = createSigner([callbackSecret]);

export const dataOf = (sent: Passed): Json => jsonOf(sent)['data'] as Json;

/** The same callback with another content, signed as it has to be. */
export const signedAnew = (
  sent: Passed,
  change: (body: Json, data: Json) => void,
  { id = sent.headers['webhook-id'] ?? '', time = new Date() }: { id?: string; time?: Date } = {},
): Passed => {
  const body = jsonOf(sent);
  change(body, body['data'] as Json);
  const text = JSON.stringify(body);
  return { ...sent, headers: { ...sent.headers, ...sign(id, time, text) }, body: Buffer.from(text) };
};

/** Money that comes back: something that the sandbox has no row for, and that the proxy tells in its place. */
export const returning =
  (returnedTotal: string): NonNullable<Breakage['callback']> =>
  (sent) => {
    const { paid_total: paid } = dataOf(sent);
    if (paid !== trialCases.payout?.amounts?.returned) return [sent];
    const more = signedAnew(
      sent,
      (_body, data) => {
        data['returned_total'] = returnedTotal;
      },
      { id: `${sent.headers['webhook-id']}.returned` },
    );
    return [sent, more];
  };
