import type { BalancesHandlers } from '#generated/v1/handlers';
import type { Caller } from '#features/access';
import type { Balance } from '#features/balances';
import { formatAmount } from '#platform/money';

export type BalancesFeature = { readonly listBalances: (caller: Caller) => Promise<readonly Balance[]> };

const toWireBalance = ({ currency, available, reserved }: Balance) => ({
  currency,
  available: formatAmount(available.amount, currency),
  reserved: formatAmount(reserved.amount, currency),
  total: formatAmount(available.amount.plus(reserved.amount), currency),
});

export const v1Balances = ({ listBalances }: BalancesFeature) =>
  ({
    listBalances: async (_request, caller) => ({
      status: 200,
      body: { balances: (await listBalances(caller)).map(toWireBalance) },
    }),
  }) satisfies BalancesHandlers<Caller>;
