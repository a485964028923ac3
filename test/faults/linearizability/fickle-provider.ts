import { setTimeout as sleep } from 'node:timers/promises';
import { decimal, formatAmount, zero, type Decimal } from '#platform/money';
import type { Database } from '#platform/database';
import type { AttemptRef, ProviderDecorator, PaymentFact, PaymentOrder, ProviderReports } from '#providers';
import type { Call } from './checker.ts';
import type { PaymentCall } from './payment-calls.ts';
import { randomFrom, type Random } from '#test/support/random';

type ProviderCall<Name> = Omit<Extract<PaymentCall, { readonly call: Name }>, 'id' | 'attempt'>;

/** What providers were asked, answered and reported; whose operation it belongs to is found out later. */
export type AttemptCall = {
  readonly attempt: string;
  readonly call: Call<ProviderCall<'order'> | ProviderCall<'accept'> | ProviderCall<'report'> | ProviderCall<'void'>>;
};

type Word = 'paid' | 'half' | 'failed' | 'open';

type Mood = {
  /** `lost`: the order never comes into being; `silent`: it does, and the gateway is not told. */
  readonly answer: 'accepts' | 'declines' | 'lost' | 'silent';
  readonly answersAfterMs: number;
  readonly callbacks: readonly { readonly word: Word; readonly isEarly: boolean; readonly afterMs: number }[];
};

const moodOf = (random: Random): Mood => ({
  answer: random.weighed([
    ['accepts', 14],
    ['declines', 5],
    ['lost', 1],
    ['silent', 2],
  ]),
  // Beyond the route's limit for an answer it is late.
  answersAfterMs: random.weighed([
    [0, 2],
    [random.below(40), 3],
    [40 + random.below(160), 6],
    [400 + random.below(400), 1],
  ]),
  callbacks: Array.from(
    {
      length: random.weighed([
        [0, 7],
        [1, 8],
        [2, 5],
      ]),
    },
    () => ({
      word: random.weighed([
        ['paid', 10],
        ['half', 3],
        ['failed', 5],
        ['open', 2],
      ]),
      isEarly: random.weighed([
        [false, 4],
        [true, 1],
      ]),
      afterMs: random.weighed([
        [random.below(200), 4],
        [random.below(2_000), 1],
      ]),
    }),
  ),
});

const amountOf = (word: Word, amount: Decimal): Decimal => {
  if (word === 'paid') return amount;
  return word === 'half' ? amount.div(decimal('2')).round(2) : zero;
};

/**
 * Providers that answer, keep silent and call back as a seed says: twice, too early, too late, one word against another.
 * Their books are those of the sandbox, so what they say of voided and paid orders is true; but they may report money for
 * an order that was voided. Amounts must be of those that are not paid by themselves.
 */
export const createFickleProviders = (database: Database) => {
  const calls: AttemptCall[] = [];
  const callbacks = new Set<Promise<void>>();
  const ordersOf = new Map<string, number>();
  const now = (): number => performance.now();

  const changeBooks = async ({ attemptId }: AttemptRef, word: Word, total: string): Promise<void> => {
    const book = database('sandbox_orders').where({ attempt_id: attemptId });
    if (word === 'failed') await book.where({ state: 'accepted' }).update({ state: 'declined' });
    if (word !== 'paid' && word !== 'half') return;
    const payable = book.whereIn('state', ['accepted', 'declined', 'paid']).where('paid_amount', '<', total);
    await payable.update({ state: 'paid', paid_amount: total });
  };

  const tell = async ({ report }: ProviderReports, order: PaymentOrder, word: Word): Promise<void> => {
    const { attempt, amount } = order;
    const paidTotal = amountOf(word, amount.amount);
    const total = formatAmount(paidTotal, amount.currency);
    await changeBooks(attempt, word, total);
    const state: PaymentFact['state'] = word === 'half' ? 'paid' : word;
    const what = { call: 'report', isLast: state !== 'open', total } as const;
    const from = now();
    // Without an answer from us it may have had its effect, or not, and a provider would report it again.
    const until = await report({ attempt, state, paidTotal, evidence: [] }).then(now, () => Number.POSITIVE_INFINITY);
    calls.push({ attempt: attempt.attemptId, call: { what, from, until } });
  };

  const callBackLater = (
    reports: ProviderReports,
    order: PaymentOrder,
    { word, afterMs }: Mood['callbacks'][number],
  ) => {
    const callback = sleep(afterMs).then(() => tell(reports, order, word));
    // It is waited for in the end, and may have failed long before.
    callback.catch(() => undefined);
    callbacks.add(callback);
  };

  const note = ({ attemptId }: AttemptRef, call: AttemptCall['call']): void =>
    void calls.push({ attempt: attemptId, call });

  const decorate: ProviderDecorator = (sandbox, reports) => ({
    ...sandbox,
    createPayment: async (order, signal) => {
      const asked = now();
      note(order.attempt, { what: { call: 'order' }, from: asked, until: asked });
      const count = (ordersOf.get(order.clientId) ?? 0) + 1;
      ordersOf.set(order.clientId, count);
      const mood = moodOf(randomFrom(`mood ${order.clientId} ${count}`));
      await sleep(mood.answersAfterMs);
      if (mood.answer === 'declines') return { outcome: 'declined', reason: 'as it pleases' };
      if (mood.answer === 'lost') return { outcome: 'unknown' };
      const answer = await sandbox.createPayment(order, signal);
      for (const { word, isEarly } of mood.callbacks) if (isEarly) await tell(reports, order, word);
      for (const callback of mood.callbacks) if (!callback.isEarly) callBackLater(reports, order, callback);
      if (mood.answer === 'silent') return { outcome: 'unknown' };
      // No caller hears an answer that comes after the signal.
      if (answer.outcome === 'accepted' && !signal.aborted) {
        note(order.attempt, { what: { call: 'accept' }, from: now(), until: Number.POSITIVE_INFINITY });
      }
      return answer;
    },
    lookUpPayment: async (attempt, signal) => {
      const answer = await sandbox.lookUpPayment(attempt, signal);
      if (answer.outcome === 'accepted') {
        note(attempt, { what: { call: 'accept' }, from: now(), until: Number.POSITIVE_INFINITY });
      }
      return answer;
    },
    voidPayment: async (attempt, signal) => {
      const answer = await sandbox.voidPayment(attempt, signal);
      const heard = { from: now(), until: Number.POSITIVE_INFINITY };
      if (answer.outcome !== 'unknown') {
        note(attempt, { what: { call: 'void', isPaid: answer.outcome === 'paid' }, ...heard });
      }
      if (answer.outcome === 'paid') {
        note(attempt, { what: { call: 'report', isLast: true, total: answer.paidTotal.toFixed(2) }, ...heard });
      }
      return answer;
    },
  });

  return {
    decorate,
    calls,
    /** When no provider calls back any more. */
    settled: async (): Promise<void> => {
      for (const callback of callbacks) await callback;
    },
  };
};
