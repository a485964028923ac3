import type { components } from '#generated/connector/types';
import { bodyOf, requireStatus, Unmet } from '../outcomes.ts';
import type { Check } from '../trial.ts';

type Schemas = components['schemas'];

const firstTwice = (names: readonly string[]): string | undefined =>
  names.find((name, index) => names.indexOf(name) !== index);

const cents = (amount: string): number => Math.round(Number(amount) * 100);

/** What is wrong with the methods of one direction. */
const faultOf = (methods: readonly Schemas['MethodLimits'][], direction: string): string | null => {
  const twice = firstTwice(methods.map(({ method }) => method));
  if (twice !== undefined) return `The method ${twice} is listed twice for ${direction}s.`;
  const empty = methods.find(({ min_amount: least, max_amount: most }) => cents(least) > cents(most));
  if (empty !== undefined) return `No amount fits ${empty.method}: its min_amount is above its max_amount.`;
  const none = methods.find(({ max_amount: most }) => cents(most) === 0);
  return none === undefined ? null : `No amount fits ${none.method}: its max_amount is zero.`;
};

export const aboutChecks: readonly Check[] = [
  {
    name: 'capabilities_sane',
    requirement:
      'Capabilities name each method once in a direction, with limits that an amount can fit and times that follow each other',
    where: 'getCapabilities',
    run: async (trial) => {
      const done = await trial.call('getCapabilities');
      requireStatus(done, 200);
      const { payments = [], payouts = [] } = bodyOf(done) as Partial<Schemas['Capabilities']>;
      if (payments.length + payouts.length === 0) throw new Unmet('It serves no method at all.', done);
      const fault = faultOf(payments, 'payment') ?? faultOf(payouts, 'payout');
      if (fault !== null) throw new Unmet(fault, done);
      const hasty = payouts.find(({ usual_seconds: usual, latest_seconds: latest }) => usual > latest);
      if (hasty !== undefined) throw new Unmet(`${hasty.method} usually takes longer than it may at the latest.`, done);
    },
  },
  {
    name: 'balances_by_currency',
    requirement: 'There is one balance for each currency',
    where: 'listBalances',
    run: async (trial) => {
      const done = await trial.call('listBalances');
      requireStatus(done, 200);
      const { balances = [] } = bodyOf(done) as Partial<Schemas['Balances']>;
      const twice = firstTwice(balances.map(({ currency }) => currency));
      if (twice !== undefined) throw new Unmet(`There are two balances in ${twice}.`, done);
    },
  },
  {
    name: 'health_told',
    requirement: 'It says how it is with 200, also where it is down',
    where: 'getHealth',
    run: async (trial) => {
      const done = await trial.call('getHealth');
      requireStatus(done, 200);
      const { status } = bodyOf(done) as Partial<Schemas['Health']>;
      if (status !== 'up')
        throw new Unmet('It says that it is down: most of what is tried here needs it to be up.', done);
    },
  },
];
