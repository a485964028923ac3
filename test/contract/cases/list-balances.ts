import { expect } from '@jest/globals';
import { call, get } from '../call.ts';
import type { ContractCase } from '../contract-case.ts';

const operationId = 'listBalances';

export const listBalancesCases: readonly ContractCase[] = [
  {
    operationId,
    status: 200,
    code: null,
    when: 'money was deposited',
    ask: ({ url, cardShop }) => call(url, get('/v1/balances'), cardShop.apiKey),
    check: ({ body }) =>
      expect(body).toEqual({
        balances: [{ currency: 'RUB', available: '5000.00', reserved: '0.00', total: '5000.00' }],
      }),
  },
  {
    operationId,
    status: 200,
    code: null,
    when: 'nothing ever moved',
    ask: ({ url, pennilessShop }) => call(url, get('/v1/balances'), pennilessShop.apiKey),
    check: ({ body }) =>
      expect(body).toEqual({
        balances: [{ currency: 'RUB', available: '0.00', reserved: '0.00', total: '0.00' }],
      }),
  },
];
