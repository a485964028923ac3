import { describe, expect, it } from '@jest/globals';
import { contradictionsIn, type Answered, type Held, type Truth } from './record.ts';

const held: Held = {
  operation_id: 'a',
  type: 'payment',
  status: 'completed',
  cancel_reason: null,
  actual_amount: '10.00',
  attempt_id: 'x',
  cancelled_from: null,
  is_holding: true,
  keys: ['order'],
};
const cancelled: Held = { ...held, status: 'cancelled', cancel_reason: 'merchant', actual_amount: '0.00' };
const neverAccepted: Held = { ...cancelled, attempt_id: null, cancelled_from: 'creating' };

const answer = (request: Answered['request'], fromMs: number, body: object, status = 200): Answered => ({
  request,
  key: 'order',
  fromMs,
  toMs: fromMs + 10,
  status,
  body: body as Answered['body'],
});
const pending = answer('create', 0, { operation_id: 'a', status: 'pending', number: '1' });
const completed = answer('read', 20, { operation_id: 'a', status: 'completed', actual_amount: '10.00' });
const taken = (sent: string, fromMs: number, status = 200): Answered => ({
  ...answer(
    'confirm',
    fromMs,
    status === 200 ? { operation_id: 'a', status: 'awaiting_confirmation', number: '1' } : {},
    status,
  ),
  sent,
});
const cancel = (outcome: string, status: string) =>
  answer('cancel', 40, { outcome, operation: { operation_id: 'a', status } });

const truthOf = (one: Held | null): Truth => ({ held: one === null ? [] : [one], hasRefused: false });

describe('a merchant record', () => {
  it.each([
    ['of a payment that completed', [pending, completed], held],
    [
      'of one that was cancelled once it had been paid',
      [pending, completed, cancel('already_terminal', 'completed')],
      held,
    ],
    ['of one that was cancelled', [pending, cancel('cancelled', 'cancelled')], cancelled],
    [
      'of a read before the create of what was cancelled',
      [cancel('cancelled', 'cancelled'), answer('read', 60, {}, 404)],
      cancelled,
    ],
    ['of a refusal that no other record contradicts', [answer('create', 0, {}, 424)], null],
    [
      'of a receipt that was taken, and another refused meanwhile',
      [pending, taken('good', 20), taken('other', 40, 412), taken('good', 60)],
      held,
    ],
    [
      'of a receipt that kept its payment from being cancelled',
      [taken('good', 0), answer('cancel', 20, {}, 412)],
      held,
    ],
    ['of answers that crossed each other', [completed, { ...pending, fromMs: 25 }], held],
  ])('%s is without contradictions', (_what, answers, truth) => {
    expect(contradictionsIn('v1', answers, truthOf(truth))).toEqual([]);
  });

  it.each([
    ['names two operations', [pending], { ...held, operation_id: 'b' }],
    ['shows what is not there', [pending], null],
    ['goes back', [completed, { ...pending, fromMs: 40 }], held],
    ['loses an operation', [pending, answer('read', 40, {}, 404)], held],
    ['refuses what was accepted', [pending, answer('create', 40, {}, 424)], held],
    ['loses a cancellation', [cancel('cancelled', 'cancelled')], held],
    ['hears of an end that was none', [cancel('already_terminal', 'completed')], cancelled],
    ['counts other money', [completed], { ...held, actual_amount: '9.00' }],
    ['sees money of a cancelled payment', [], { ...cancelled, actual_amount: '1.00' }],
    ['sees details of a payment that no provider accepted', [pending], neverAccepted],
    ['loses a receipt', [taken('good', 0), taken('good', 20, 412)], held],
    ['finds no payment to confirm', [taken('good', 0, 404)], held],
    ['hears of a failure', [answer('read', 0, {}, 500)], held],
  ])('that %s is seen', (_what, answers, truth) => {
    expect(contradictionsIn('v1', answers, truthOf(truth))).not.toEqual([]);
  });
});

const failed: Held = {
  ...held,
  status: 'cancelled',
  cancel_reason: 'declined',
  actual_amount: '0.00',
  is_holding: false,
};
const first: Held = { ...failed, keys: ['a', 'key 1'] };
const second: Held = { ...held, operation_id: 'b', keys: ['b', 'key 2'] };
const reused: Truth = { held: [second, first], hasRefused: false };

const showing = (request: 'create' | 'read', id: string, key: string | null, fromMs: number, status = 'pending') => ({
  ...answer(request, fromMs, { operation_id: id, status }),
  key,
});
const failedFirst = showing('read', 'a', 'a', 20, 'cancelled');
const refusedCreate = (status: number, fromMs: number, key: string | null = null): Answered => ({
  ...answer('create', fromMs, {}, status),
  key,
});
const found = (ids: readonly string[], fromMs: number, total = ids.length): Answered => {
  const operations = ids.map((id) => ({ operation_id: id, status: id === 'a' ? 'cancelled' : 'pending' }));
  return { ...answer('find', fromMs, { operations, total }), key: null };
};

describe('a record of a merchant whose failed operations let their identifiers go', () => {
  it.each<[string, Answered[], Truth]>([
    ['of one that was used again', [failedFirst, showing('create', 'b', null, 40), found(['b', 'a'], 60)], reused],
    [
      'of a key that goes on naming the first',
      [showing('create', 'b', 'key 2', 40), showing('create', 'a', 'key 1', 60)],
      reused,
    ],
    ['of a second create while there is a first', [showing('create', 'b', null, 0), refusedCreate(409, 20)], reused],
    ['of a refusal when the first had failed', [failedFirst, refusedCreate(424, 40)], reused],
    ['of a list before the second came', [found(['a'], 40), found(['b', 'a'], 60)], reused],
    [
      'of a create that was refused for one that came to nothing',
      [refusedCreate(409, 0)],
      { held: [], hasRefused: true },
    ],
  ])('%s is without contradictions', (_what, answers, truth) => {
    expect(contradictionsIn('h2h', answers, truth)).toEqual([]);
  });

  it.each<[string, Answered[], Truth]>([
    [
      'makes two that hold one identifier',
      [showing('create', 'b', null, 0), showing('create', 'c', null, 20)],
      { held: [{ ...second, operation_id: 'c' }, second], hasRefused: false },
    ],
    ['makes a second one of the same key', [showing('create', 'b', 'key 1', 0)], reused],
    ['forgets what its key named', [failedFirst, refusedCreate(424, 40, 'key 1')], reused],
    ['refuses what a key names', [refusedCreate(409, 0, 'key 2')], reused],
    [
      'says that none could be had although there is one',
      [showing('create', 'b', null, 0), refusedCreate(424, 20)],
      reused,
    ],
    ['refuses a create for nothing', [refusedCreate(409, 0)], { held: [], hasRefused: false }],
    ['leaves one out of a list', [failedFirst, found(['b'], 40)], reused],
    ['lists the oldest first', [found(['a', 'b'], 0)], reused],
    ['counts what is not there', [found(['b', 'a'], 0, 3)], reused],
    ['does not find what was shown', [failedFirst, { ...answer('read', 40, {}, 404), key: 'a' }], reused],
    ['refuses a token of its own', [{ ...answer('find', 0, {}, 401), key: null }], reused],
  ])('that %s is seen', (_what, answers, truth) => {
    expect(contradictionsIn('h2h', answers, truth)).not.toEqual([]);
  });
});
