import type { MethodsHandlers } from '#generated/v1/handlers';
import type { Caller } from '#features/access';
import type { UsableMethod } from '#features/methods';
import { formatAmount } from '#platform/money';

export type MethodsFeature = { readonly listMethods: (caller: Caller) => Promise<readonly UsableMethod[]> };

const toWireMethod = ({ code, direction, currency, minAmount, maxAmount }: UsableMethod) => ({
  method: code,
  type: direction,
  currency,
  min_amount: formatAmount(minAmount, currency),
  max_amount: formatAmount(maxAmount, currency),
});

export const v1Methods = ({ listMethods }: MethodsFeature) =>
  ({
    listMethods: async (_request, caller) => ({
      status: 200,
      body: { methods: (await listMethods(caller)).map(toWireMethod) },
    }),
  }) satisfies MethodsHandlers<Caller>;
