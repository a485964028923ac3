import { randomUUID } from 'node:crypto';
import { routes } from '#generated/connector/routes';
import { bodyOf, requireStatus, Unmet } from '../outcomes.ts';
import type { Check, Trial } from '../trial.ts';

const wrongSecret = 'd3JvbmctYW5kLW5vLXNlY3JldC1vZi1hbnktY29ubmVjdG9y';

const refuseEvery = async (trial: Trial, secret: string | null): Promise<void> => {
  for (const { operationId } of routes) {
    const done = await trial.call(operationId, { secret });
    if (done.answer?.status !== 401 || bodyOf(done)['code'] !== 'unauthorized') {
      throw new Unmet(
        `The operation ${operationId} is answered ${done.answer?.status ?? 'nothing'} to a stranger.`,
        done,
      );
    }
  }
};

const where = 'Authentication';

export const accessChecks: readonly Check[] = [
  {
    name: 'secret_missing',
    requirement: 'Every operation refuses a call without the secret with 401 unauthorized',
    where,
    run: (trial) => refuseEvery(trial, null),
  },
  {
    name: 'secret_wrong',
    requirement: 'Every operation refuses a call with a wrong secret with 401 unauthorized',
    where,
    run: (trial) => refuseEvery(trial, wrongSecret),
  },
  {
    name: 'secret_before_body',
    requirement: 'The secret is checked before anything else of a call is read',
    where: 'Authentication; responses, Unauthorized',
    run: async (trial) => {
      const headers = { 'content-type': 'application/json', 'content-length': '100' };
      const unread = await trial.call('createPayout', { secret: wrongSecret, headers, isUnfinished: true });
      if (unread.answer === null) throw new Unmet('It waits for the body of a stranger before it refuses him.', unread);
      requireStatus(unread, 401);
      const body = { amount: 'broken' };
      const malformed = await trial.call('createPayout', { secret: wrongSecret, params: { attempt_id: 'x' }, body });
      requireStatus(malformed, 401);
    },
  },
  {
    name: 'path_unknown',
    requirement: 'A path that the contract does not have is answered 404 route_not_found',
    where: 'Versions; x-problems',
    run: async (trial) => {
      const done = await trial.callElsewhere('GET', `/connector/v1/nothing-of-the-kind/${randomUUID()}`);
      requireStatus(done, 404, 'route_not_found');
    },
  },
  {
    name: 'method_unknown',
    requirement: 'A method that a path does not have is answered 405 method_not_allowed',
    where: 'responses, MethodNotAllowed',
    run: async (trial) => {
      const done = await trial.callElsewhere('DELETE', `/connector/v1/payouts/${randomUUID()}`);
      requireStatus(done, 405, 'method_not_allowed');
    },
  },
];
