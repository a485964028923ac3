import { keyedRoutes } from '../built-operations.ts';
import { call } from '../call.ts';
import type { ContractCase } from '../contract-case.ts';
import { sampleOf } from '../sample-requests.ts';

/** What a read answers of itself, its document says: that it is so need not be written down for each of them. */
export const plainReadCases: readonly ContractCase[] = keyedRoutes
  .filter(({ method }) => method === 'get')
  .map(({ operationId }) => ({
    operationId,
    status: 200,
    code: null,
    when: 'it is asked plainly',
    ask: ({ url, shop }) => call(url, sampleOf(operationId), shop.apiKey),
  }));
