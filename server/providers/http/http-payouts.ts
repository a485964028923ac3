import type { Provider } from '../port.ts';
import { believe } from './believe.ts';
import type { Caller } from './caller.ts';
import type { Facts } from './facts.ts';
import { readPayoutAnswer, readReason } from './read-answers.ts';
import { isTaken, readPayoutFact } from './read-facts.ts';
import { writePayoutOrder } from './write-orders.ts';

/** Legs of payouts, at one connector. */
export const httpPayouts = ({ call }: Caller, facts: Facts): Pick<Provider, 'createPayout' | 'lookUpPayout'> => ({
  createPayout: async (order, signal) => {
    const { attempt } = order;
    const fetched = await call(signal, (client, init, header) =>
      client.PUT('/connector/v1/payouts/{attempt_id}', {
        ...init,
        params: { header, path: { attempt_id: attempt.attemptId } },
        body: writePayoutOrder(order),
        parseAs: 'text',
      }),
    );
    const payout = believe('Payout', fetched, attempt.attemptId);
    if (isTaken(payout)) {
      facts.requireCurrency(payout, order.amount.currency);
      // An outcome that is there already. Of one that is open nothing is to be told but that it was taken on.
      if (payout.status !== 'open') await facts.reportPayout(readPayoutFact(attempt, payout));
    }
    return readPayoutAnswer(payout);
  },
  lookUpPayout: async (attempt, signal) => {
    const fetched = await call(signal, (client, init, header) =>
      client.GET('/connector/v1/payouts/{attempt_id}', {
        ...init,
        params: { header, path: { attempt_id: attempt.attemptId } },
        parseAs: 'text',
      }),
    );
    const payout = believe('Payout', fetched, attempt.attemptId);
    if (payout.status === 'not_found') return { outcome: 'not_found' };
    if (payout.status === 'declined') return { outcome: 'declined', reason: readReason(payout.reason) };
    await facts.requireCurrencyOf(attempt, payout);
    return { outcome: 'found', fact: readPayoutFact(attempt, payout) };
  },
});
