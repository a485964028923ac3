import { expect, it } from '@jest/globals';
import { decimal } from '#platform/money';
import type { Route } from '#providers';
import { connectFake } from '#test/support/fake-provider';
import { failOver } from './fail-over.ts';

const routeTo = (providerId: string, most = '1000.00'): Route => ({
  provider: connectFake(providerId),
  lifetimeSeconds: 1_800,
  answerTimeoutMs: null,
  minAmount: decimal('1.00'),
  maxAmount: decimal(most),
});

type Answer = { readonly result: string } | { readonly ended: string };

/** 100.00 are carried by the first provider that brings a result; attempts are named by their providers. */
const carry = async (
  answers: Readonly<Record<string, Answer>>,
  {
    routes = ['one', 'two', 'three'].map((id) => routeTo(id)),
    before = [] as readonly string[],
    isLeftToOthers = false,
  } = {},
) => {
  const steps: string[] = [];
  const asked = new Set(['one', ...before]);
  const result = await failOver<string, string, string>(
    {
      amount: decimal('100.00'),
      ask: (attempt) => {
        steps.push(`ask ${attempt}`);
        return Promise.resolve(answers[attempt] ?? { ended: 'declined' });
      },
      routes: () => Promise.resolve(routes),
      asked: () => Promise.resolve(asked),
      goOn: (ended, next) => {
        steps.push(`${ended}, then ${next?.provider.providerId ?? 'nobody'}`);
        if (next === null) return Promise.resolve({ result: 'refused' });
        asked.add(next.provider.providerId);
        return Promise.resolve(isLeftToOthers ? { result: 'left' } : { attempt: next.provider.providerId });
      },
    },
    'one',
  );
  return { result, steps };
};

it('asks one provider after the other, in the order of the routes, until something came of it', async () => {
  const { result, steps } = await carry({ two: { result: 'accepted' } });
  expect([result, steps]).toEqual(['accepted', ['ask one', 'declined, then two', 'ask two']]);
});

it('ends without a next provider, after each was asked once', async () => {
  const { result, steps } = await carry({ one: { ended: 'unknown' } });
  expect(result).toBe('refused');
  expect(steps.filter((step) => step.startsWith('ask'))).toEqual(['ask one', 'ask two', 'ask three']);
  expect(steps.at(-1)).toBe('declined, then nobody');
});

it('passes over a provider that was asked before, by whichever process, and a route that cannot carry the amount', async () => {
  const routes = [routeTo('one'), routeTo('two'), routeTo('three', '99.99'), routeTo('four')];
  const { steps } = await carry({ four: { result: 'accepted' } }, { routes, before: ['two'] });
  expect(steps).toEqual(['ask one', 'declined, then four', 'ask four']);
});

it('asks no further where the next attempt is left to others', async () => {
  const { result, steps } = await carry({}, { isLeftToOthers: true });
  expect([result, steps]).toEqual(['left', ['ask one', 'declined, then two']]);
});
