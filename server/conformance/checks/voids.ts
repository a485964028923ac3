import { randomUUID } from 'node:crypto';
import { bodyOf, requireState, requireTaken, Unmet } from '../outcomes.ts';
import type { Check } from '../trial.ts';

const forbidden = ['open', 'paid', 'failed'];

export const voidChecks: readonly Check[] = [
  {
    name: 'void_ends',
    requirement: 'A payment without money that is voided can be paid no more, and says so again and again',
    where: 'voidPayment',
    run: async (trial) => {
      const params = { attempt_id: randomUUID() };
      const body = await trial.payment('never_paid');
      requireTaken(await trial.call('createPayment', { params, body }));
      for (const operationId of ['voidPayment', 'voidPayment', 'lookUpPayment', 'createPayment'] as const) {
        const done = await trial.call(operationId, { params, ...(operationId === 'createPayment' && { body }) });
        const found = requireState(done, ['voided', 'declined', 'failed']);
        if (found['status'] !== 'failed' && 'destination' in found) {
          throw new Unmet(`The answer of ${operationId} has a destination, though the payment is voided.`, done);
        }
      }
    },
  },
  {
    name: 'void_before_create',
    requirement: 'A payment that was voided before its create came is never given a destination',
    where: 'voidPayment',
    run: async (trial) => {
      const params = { attempt_id: randomUUID() };
      const body = await trial.payment();
      requireState(await trial.call('voidPayment', { params }), ['voided']);
      const done = await trial.call('createPayment', { params, body });
      const { status } = bodyOf(done);
      if (forbidden.includes(String(status)) || 'destination' in bodyOf(done)) {
        throw new Unmet(`Its create is answered ${String(status)}, though it was voided.`, done);
      }
      requireState(await trial.call('lookUpPayment', { params }), ['voided', 'declined']);
    },
  },
];
