import { describe, expect, it } from '@jest/globals';
import { contradictionsIn, type Answered, type Held } from './record.ts';

const held: Held = {
  operation_id: 'a',
  type: 'payment',
  status: 'completed',
  cancel_reason: null,
  actual_amount: '10.00',
  attempt_id: 'x',
  cancelled_from: null,
};
const cancelled: Held = { ...held, status: 'cancelled', cancel_reason: 'merchant', actual_amount: '0.00' };
const neverAccepted: Held = { ...cancelled, attempt_id: null, cancelled_from: 'creating' };

const answer = (request: Answered['request'], fromMs: number, body: object, status = 200): Answered => ({
  request,
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
    expect(contradictionsIn(answers, truth)).toEqual([]);
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
    expect(contradictionsIn(answers, truth)).not.toEqual([]);
  });
});
