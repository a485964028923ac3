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
    ask: ({ url, shop }) => call(url, get('/v1/balances'), shop.apiKey),
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
    ask: ({ url, convertingShop }) => call(url, get('/v1/balances'), convertingShop.apiKey),
    check: ({ body }) =>
      expect(body).toEqual({
        balances: [{ currency: 'USDT', available: '0.000000', reserved: '0.000000', total: '0.000000' }],
      }),
  },
];
