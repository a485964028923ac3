import { expect } from '@jest/globals';
import { call, get } from '../call.ts';
import type { ContractCase } from '../contract-case.ts';

const operationId = 'listMethods';

const limits = { currency: 'RUB', min_amount: '0.01', max_amount: '999999999.99' };

export const listMethodsCases: readonly ContractCase[] = [
  {
    operationId,
    status: 200,
    code: null,
    when: 'the shop has a tariff for cards only',
    ask: ({ url, cardShop }) => call(url, get('/v1/methods'), cardShop.apiKey),
    check: ({ body }) =>
      expect(body).toEqual({
        methods: [
          { method: 'WT_RUB_C2C', type: 'payment', ...limits },
          { method: 'WT_RUB_C2C', type: 'payout', ...limits },
        ],
      }),
  },
  {
    operationId,
    status: 200,
    code: null,
    when: 'the shop has no routes',
    ask: ({ url, routelessShop }) => call(url, get('/v1/methods'), routelessShop.apiKey),
    check: ({ body }) => expect(body).toEqual({ methods: [] }),
  },
];
