import type { Exchange } from './exchange.ts';
import type { Delivery } from './receive-callbacks.ts';

export type Json = Readonly<Record<string, unknown>>;

/** A requirement does not hold: why, and which call showed it. */
export class Unmet extends Error {
  readonly shownBy: Exchange | Delivery | null;

  constructor(why: string, shownBy: Exchange | Delivery | null = null) {
    super(why);
    this.shownBy = shownBy;
  }
}

/** Nothing can be said about a requirement: what it is about cannot be provoked. */
export class NotTried extends Error {}

/** The body of an answer as an object; empty where it is none. */
export const bodyOf = ({ answer }: Exchange): Json => {
  const body = answer?.body;
  return typeof body === 'object' && body !== null ? (body as Json) : {};
};

/** @throws Unmet unless the call was answered like this. */
export const requireStatus = (done: Exchange, status: number, code?: string): void => {
  const { answer, failure } = done;
  if (answer === null) throw new Unmet(`There was no answer: ${failure}.`, done);
  const found = bodyOf(done)['code'];
  if (answer.status !== status) throw new Unmet(`It was answered ${answer.status} where ${status} is due.`, done);
  if (code !== undefined && found !== code) throw new Unmet(`The code is ${String(found)} where ${code} is due.`, done);
};

/** @throws Unmet unless the answer is a 200 of one of these. */
export const requireState = (done: Exchange, states: readonly string[]): Json => {
  requireStatus(done, 200);
  const body = bodyOf(done);
  const status = String(body['status']);
  if (states.includes(status)) return body;
  throw new Unmet(`It was answered ${status}, where ${states.join(' or ')} is due.`, done);
};

/**
 * What other requirements begin with. That such an order is taken on is one of its own.
 * @throws NotTried, where it is declined.
 */
export const requireTaken = (done: Exchange): Json => {
  const body = bodyOf(done);
  if (done.answer?.status === 200 && body['status'] === 'declined') {
    throw new NotTried(`it needs an order that is taken on, and this one is declined (${String(body['reason'])})`);
  }
  return requireState(done, ['open', 'paid']);
};
