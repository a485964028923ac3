import { randomUUID } from 'node:crypto';
import { bodyOf, NotTried, requireState, requireStatus, Unmet, type Json } from '../outcomes.ts';
import type { Check, Trial } from '../trial.ts';
import { createOf, lookUpOf, orderOf, type Direction } from './orders.ts';

/** Places an order of the case, sent so many times, and waits until it has had its last word. */
const untilEnded = async (
  trial: Trial,
  direction: Direction,
  name: 'paid' | 'paid_in_part' | 'failed' | 'evidence_later',
  times = 1,
) => {
  const body = await orderOf(trial, direction, name as 'paid');
  const params = { attempt_id: randomUUID() };
  for (let sent = 0; sent < times; sent += 1) {
    requireState(await trial.call(createOf[direction], { params, body }), ['open', 'paid', 'failed']);
  }
  const ended = await trial.eventually(async () => {
    const done = await trial.call(lookUpOf[direction], { params });
    return ['paid', 'failed'].includes(String(bodyOf(done)['status'])) ? done : null;
  });
  if (ended === null) throw new Unmet(`It has had no last word within ${trial.patienceMs} ms.`);
  return { ended, params, order: body };
};

const evidenceFitting = (evidence: unknown, total: unknown): boolean => {
  const { status, items } = (evidence ?? {}) as { status?: string; items?: readonly { amount?: string }[] };
  if (status !== 'complete') return true;
  const cents = (amount: unknown): number => Math.round(Number(amount) * 100);
  return (items ?? []).reduce((sum, { amount }) => sum + cents(amount), 0) === cents(total);
};

const paidInFull = (direction: Direction): Check => ({
  name: `${direction}_paid`,
  requirement: `A ${direction} that is sent twice and paid once tells all that moved, with evidence that adds up to it`,
  where: 'Money and time; schema Evidence',
  run: async (trial) => {
    const { ended, order } = await untilEnded(trial, direction, 'paid', 2);
    const found = requireState(ended, ['paid']);
    if (found['paid_total'] !== order['amount']) {
      throw new Unmet(
        `The total is ${String(found['paid_total'])} where all of ${String(order['amount'])} moved.`,
        ended,
      );
    }
    if (!evidenceFitting(found['evidence'], found['paid_total'])) {
      throw new Unmet('The transfers of complete evidence do not add up to paid_total.', ended);
    }
  },
});

/** Whether a 503 in time says truly what happened is seen by the look-up after it. */
const late: Check = {
  name: 'deadline_kept',
  requirement: 'A payment that cannot be placed in time is answered before the deadline, and not placed after it',
  where: 'Deadlines; createPayment, "When you are late"',
  run: async (trial) => {
    const body = await orderOf(trial, 'payment', 'late' as 'paid');
    const params = { attempt_id: randomUUID() };
    const done = await trial.call('createPayment', { params, body, timeoutMs: 3_000 });
    if (done.answer === null) throw new Unmet(`It was not answered by its deadline: ${done.failure}.`, done);
    if (bodyOf(done)['code'] !== 'not_carried_out') return;
    // What would be placed in spite of that answer is placed by the time that the bank has answered.
    await trial.eventually(() => (performance.now() - done.endedAtMs > trial.lateMs ? true : null));
    const after = await trial.call('lookUpPayment', { params });
    const { status } = bodyOf(after);
    if (status === 'open' || status === 'paid') {
      throw new Unmet('It was answered not_carried_out, and was placed after that.', after);
    }
  },
};

const unknownOutcome: Check = {
  name: 'payout_of_unknown_outcome',
  requirement:
    'A payout whose outcome is not known is never said to be declined, failed or not found, until its last word is known',
  where: 'lookUpPayout; "What counts as what"',
  run: async (trial) => {
    const body = await orderOf(trial, 'payout', 'unknown_outcome' as 'paid');
    const params = { attempt_id: randomUUID() };
    const done = await trial.call('createPayout', { params, body });
    if (done.answer !== null && done.answer.status !== 200) requireStatus(done, 503, 'outcome_unknown');
    const again = await trial.call('createPayout', { params, body });
    if (again.answer !== null && again.answer.status !== 200) requireStatus(again, 503, 'outcome_unknown');
    const last = await trial.eventually(async () => {
      const found = await trial.call('lookUpPayout', { params });
      if (found.answer?.status === 503) {
        requireStatus(found, 503, 'outcome_unknown');
        return null;
      }
      const { status } = requireState(found, ['open', 'paid', 'failed']);
      return status === 'open' ? null : found;
    });
    if (last === null) throw new Unmet(`It has had no last word within ${trial.patienceMs} ms.`, again);
  },
};

const evidenceOf = async (trial: Trial, params: Readonly<Record<string, string>>): Promise<Json> => {
  const done = await trial.call('fetchEvidence', { params });
  requireStatus(done, 200);
  return (bodyOf(done)['evidence'] ?? {}) as Json;
};

const evidenceChecks: readonly Check[] = [
  {
    name: 'evidence_of_nothing',
    requirement: 'Evidence of an attempt that never came is answered 404 attempt_not_found',
    where: 'fetchEvidence',
    run: async (trial) => requireStatus(await trial.call('fetchEvidence'), 404, 'attempt_not_found'),
  },
  {
    name: 'document_fetched',
    requirement:
      'A document that the evidence names can be fetched as a PDF, and one that it does not name is answered 404 document_not_found',
    where: 'fetchDocument',
    run: async (trial) => {
      const { params } = await untilEnded(trial, 'payout', 'paid');
      const missing = await trial.call('fetchDocument', { params: { ...params, document_id: 'none-of-that-name' } });
      requireStatus(missing, 404, 'document_not_found');
      const { items = [] } = (await evidenceOf(trial, params)) as { items?: readonly { document_id?: string }[] };
      const [named] = items.flatMap(({ document_id: id }) => id ?? []);
      if (named === undefined) throw new NotTried('its evidence names no documents');
      const done = await trial.call('fetchDocument', { params: { ...params, document_id: named } });
      requireStatus(done, 200);
      if (!done.answer?.bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new Unmet('It is no PDF.', done);
    },
  },
  {
    name: 'evidence_later',
    requirement: 'Evidence that comes later is not told as none, and adds up to the total when it is there',
    where: 'fetchEvidence; schema Evidence',
    run: async (trial) => {
      const direction = await trial.amountOf('payout', 'evidence_later').then(
        () => 'payout' as const,
        () => 'payment' as const,
      );
      const { ended, params } = await untilEnded(trial, direction, 'evidence_later');
      const { status } = (bodyOf(ended)['evidence'] ?? {}) as Json;
      // A busy machine may look when it is there already.
      if (status === 'none') throw new Unmet('Its evidence is told as none, though it comes later.', ended);
      const found = await trial.eventually(async () => {
        const evidence = await evidenceOf(trial, params);
        return evidence['status'] === 'complete' ? evidence : null;
      });
      if (found === null) throw new Unmet(`It is not there within ${trial.patienceMs} ms.`, ended);
      if (!evidenceFitting(found, bodyOf(ended)['paid_total']))
        throw new Unmet('It does not add up to paid_total.', ended);
    },
  },
];

export const endChecks: readonly Check[] = [
  paidInFull('payment'),
  paidInFull('payout'),
  {
    name: 'payment_paid_in_part',
    requirement: 'A payment that ends with less than was asked is paid, with what came',
    where: 'schema TakenPayment',
    run: async (trial) => {
      const { ended, order } = await untilEnded(trial, 'payment', 'paid_in_part');
      const total = Number(requireState(ended, ['paid'])['paid_total']);
      if (!(total > 0 && total < Number(order['amount']))) throw new Unmet(`The total is ${total}.`, ended);
    },
  },
  {
    name: 'payout_failed',
    requirement: 'A payout that fails after it was taken on is failed, and no money has moved',
    where: 'schema TakenPayout',
    run: async (trial) => {
      const { ended } = await untilEnded(trial, 'payout', 'failed');
      const { paid_total: total } = requireState(ended, ['failed']);
      if (total !== '0.00') throw new Unmet(`The total is ${String(total)} though it has failed.`, ended);
    },
  },
  late,
  unknownOutcome,
  ...evidenceChecks,
];
