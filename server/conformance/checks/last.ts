import { Webhook } from 'standardwebhooks';
import { routes } from '#generated/connector/routes';
import { faultsOf, faultsOfAnswer, faultsOfProblem } from '../contract.ts';
import type { Exchange, OperationId } from '../exchange.ts';
import type { Delivery } from '../receive-callbacks.ts';
import { graceMs } from '../calls.ts';
import { bodyOf, NotTried, Unmet } from '../outcomes.ts';
import type { Check, Trial } from '../trial.ts';

const formOf = (operationId: OperationId): Check => ({
  name: `form_of_${operationId}`,
  requirement: `Every answer of ${operationId} has the form of the contract`,
  where: `${operationId}, responses`,
  isLast: true,
  run: async ({ exchanges }) => {
    const answered = exchanges.filter(({ call, answer }) => call.operationId === operationId && answer !== null);
    if (answered.length === 0) throw new NotTried(`${operationId} was never answered`);
    for (const done of answered) {
      const [fault] = faultsOfAnswer(done);
      if (fault !== undefined) throw new Unmet(`It is not of the form of the contract: ${fault}.`, done);
    }
  },
});

const deliveriesOf = (trial: Trial): readonly Delivery[] => {
  const { deliveries } = trial.callbacks();
  if (deliveries.length === 0) throw new NotTried('no callback came');
  return deliveries;
};

const toleranceMs = 5 * 60_000;

const timeOf = ({ headers }: Delivery): Date => new Date(Number(headers['webhook-timestamp']) * 1_000);

/** By the time that the header names, so that a wrong time is no wrong signature. */
const isSigned = (delivery: Delivery, secret: string): boolean => {
  const { id, text, headers } = delivery;
  const time = timeOf(delivery);
  if (id === '' || Number.isNaN(time.getTime())) return false;
  const signed = new Webhook(secret).sign(id, time, text);
  return String(headers['webhook-signature'] ?? '')
    .split(' ')
    .includes(signed);
};

const callbackForms: readonly Check[] = [
  {
    name: 'callback_form',
    requirement: 'Every callback has the form of the contract, in at most 64 KiB',
    where: 'callback, request body',
    isLast: true,
    run: async (trial) => {
      for (const delivery of deliveriesOf(trial)) {
        const faults = delivery.body === undefined ? ['it is no JSON'] : faultsOf('Callback', delivery.body);
        if (faults.length > 0) throw new Unmet(`It is not of the form of the contract: ${faults[0]}.`, delivery);
        if (Buffer.byteLength(delivery.text) > 64 * 1024) throw new Unmet('It is larger than 64 KiB.', delivery);
      }
    },
  },
  {
    name: 'callback_signed',
    requirement:
      'Every callback is signed by Standard Webhooks: webhook-id, webhook-timestamp and the exact bytes of the body',
    where: 'Callbacks, "Sign"',
    isLast: true,
    run: async (trial) => {
      const { secret } = trial.callbacks();
      const unsigned = deliveriesOf(trial).find((delivery) => !isSigned(delivery, secret));
      if (unsigned !== undefined) throw new Unmet('No signature of it fits.', unsigned);
    },
  },
  {
    name: 'callback_on_time',
    requirement:
      'The webhook-timestamp of a callback is the time of sending, within five minutes of the gateway’s clock',
    where: 'Callbacks, "Sign"',
    isLast: true,
    run: async (trial) => {
      const isOff = (delivery: Delivery): boolean =>
        !(Math.abs(timeOf(delivery).getTime() - delivery.receivedAt.getTime()) <= toleranceMs);
      const late = deliveriesOf(trial).find(isOff);
      if (late !== undefined) throw new Unmet('Its webhook-timestamp is more than five minutes off.', late);
    },
  },
];

const attemptOf = ({ call }: Exchange): string => /\/(?:payments|payouts)\/([^/]+)/.exec(call.path)?.[1] ?? '';

const totals = ['paid_total', 'returned_total'] as const;

/** What the later of two answers takes back of the earlier one; answers that overlapped say nothing of their order. */
const takenBack = (before: Exchange, after: Exchange): string | null => {
  if (before.endedAtMs > after.startedAtMs) return null;
  const [one, other] = [bodyOf(before), bodyOf(after)];
  const shrunk = totals.find((name) => Number(other[name]) < Number(one[name]));
  if (shrunk !== undefined) return `The ${shrunk} was ${String(one[shrunk])}, and is ${String(other[shrunk])} now.`;
  const isReopened = one['status'] === 'paid' && other['status'] === 'open';
  return isReopened ? 'It was paid, its last word, and is open now.' : null;
};

export const lastChecks: readonly Check[] = [
  ...routes.map(({ operationId }) => formOf(operationId)),
  {
    name: 'form_of_other_errors',
    requirement:
      'A path or a method that the contract does not have is answered with a problem in the form of the contract',
    where: 'Errors',
    isLast: true,
    run: async ({ exchanges }) => {
      const elsewhere = exchanges.filter(({ call, answer }) => call.operationId === null && answer !== null);
      for (const done of elsewhere) {
        const [fault] = faultsOfProblem(done.answer!, done.requestId);
        if (fault !== undefined) throw new Unmet(`It is not of the form of the contract: ${fault}.`, done);
      }
    },
  },
  {
    name: 'answers_in_time',
    requirement: 'Every call is answered within its x-timeout-ms',
    where: 'Deadlines',
    isLast: true,
    run: async ({ exchanges }) => {
      const isLate = ({ call, startedAtMs, endedAtMs, answer }: Exchange): boolean =>
        !call.isUnfinished && answer === null && endedAtMs - startedAtMs >= call.timeoutMs - graceMs;
      const late = exchanges.find(isLate);
      if (late !== undefined) throw new Unmet(`There was no answer: ${late.failure}.`, late);
    },
  },
  {
    name: 'totals_grow',
    requirement: 'Totals only grow, and a last word is not taken back',
    where: 'Money and time; Callbacks, "Order and repetition"',
    isLast: true,
    run: async ({ exchanges }) => {
      const told = exchanges.filter(({ answer }) => answer?.status === 200);
      const last = new Map<string, Exchange>();
      for (const done of [...told].sort((one, other) => one.endedAtMs - other.endedAtMs)) {
        const attemptId = attemptOf(done);
        const before = last.get(attemptId);
        const fault = before === undefined ? null : takenBack(before, done);
        if (fault !== null) throw new Unmet(fault, done);
        if ('paid_total' in bodyOf(done)) last.set(attemptId, done);
      }
    },
  },
  ...callbackForms,
];
