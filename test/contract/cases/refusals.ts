import { expect } from '@jest/globals';
import { bodyRoutes, builtRoutes, keyedRoutes, openRoutes, type BuiltOperation } from '../built-operations.ts';
import { call, postText, problemOf, type Answer } from '../call.ts';
import type { ContractCase } from '../contract-case.ts';
import { jsonRoutes } from '../document.ts';
import { sampleOf } from '../sample-requests.ts';

/** Refusals that come before an operation, and so are the same for all that document them. */
const unauthorized = (operationId: BuiltOperation): ContractCase[] => [
  {
    operationId,
    status: 401,
    code: 'api_key_missing',
    when: 'no key is sent',
    ask: ({ url }) => call(url, sampleOf(operationId)),
    check: (answer) => expect(problemOf(answer).message).toBe('x-api-key header is required'),
  },
  {
    operationId,
    status: 401,
    code: 'api_key_invalid',
    when: 'the key is no shop’s',
    ask: ({ url }) => call(url, sampleOf(operationId), 'tp_test_nobody'),
    check: (answer) => expect(problemOf(answer).message).toBe('invalid api key'),
  },
];

const isRefused = ({ status }: Answer): boolean => status === 429;

const tooManyRequests = (operationId: BuiltOperation): ContractCase => ({
  operationId,
  status: 429,
  code: 'too_many_requests',
  when: 'the shop has used up its second',
  // Three, because two could fall into two seconds.
  ask: async ({ limitedUrl, shop }) => {
    const burst = [1, 2, 3].map(() => call(limitedUrl, sampleOf(operationId), shop.apiKey));
    const answers = await Promise.all(burst);
    return answers.find(isRefused) ?? answers[0]!;
  },
  check: ({ headers }) => {
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(0);
    expect(headers.get('ratelimit')).toMatch(/^"shop"; ?r=0; ?t=\d+$/);
    expect(headers.get('ratelimit-policy')).toMatch(/^"shop"; ?q=1; ?w=1(;|$)/);
  },
});

const methodNotAllowed = (operationId: BuiltOperation): ContractCase => ({
  operationId,
  status: 405,
  code: 'method_not_allowed',
  when: 'the method is another',
  ask: ({ url, shop }) => call(url, { ...sampleOf(operationId), method: 'DELETE' }, shop.apiKey),
  check: ({ headers }) => {
    const { method } = sampleOf(operationId);
    expect(headers.get('allow')?.split(', ')).toContain(method);
  },
});

const payloadTooLarge = (operationId: BuiltOperation): ContractCase => ({
  operationId,
  status: 413,
  code: 'payload_too_large',
  when: 'the body has more than 64 KiB',
  ask: ({ url, shop }) => {
    const sent = sampleOf(operationId);
    const padded = `${sent.body as string}${' '.repeat(64 * 1024)}`;
    return call(url, postText(sent.path, padded), shop.apiKey);
  },
});

const unsupportedMediaType = (operationId: BuiltOperation): ContractCase => ({
  operationId,
  status: 415,
  code: 'unsupported_media_type',
  when: 'the body is called something else',
  ask: ({ url, shop }) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return call(url, { ...sampleOf(operationId), headers }, shop.apiKey);
  },
});

const temporarilyUnavailable = (operationId: BuiltOperation): ContractCase => ({
  operationId,
  status: 503,
  code: 'temporarily_unavailable',
  when: 'the database is gone',
  ask: ({ severedUrl, shop }) => call(severedUrl, sampleOf(operationId), shop.apiKey),
});

const idsOf = (some: readonly { readonly operationId: BuiltOperation }[]): BuiltOperation[] =>
  some.map(({ operationId }) => operationId);

const needsDatabase = (operationId: BuiltOperation): boolean => operationId !== 'getLiveness';

export const refusalCases: readonly ContractCase[] = [
  ...idsOf(builtRoutes).map(methodNotAllowed),
  ...idsOf(builtRoutes).filter(needsDatabase).map(temporarilyUnavailable),
  ...idsOf(keyedRoutes).flatMap(unauthorized),
  ...idsOf(keyedRoutes).map(tooManyRequests),
  ...idsOf(jsonRoutes).map(payloadTooLarge),
  ...idsOf(bodyRoutes).map(unsupportedMediaType),
  // A process without its database is alive all the same: restarting it would not help.
  ...idsOf(openRoutes).map(
    (operationId): ContractCase => ({
      operationId,
      status: 204,
      code: null,
      when: operationId === 'getLiveness' ? 'the process runs, even without its database' : 'all is well',
      ask: ({ url, severedUrl }) => call(needsDatabase(operationId) ? url : severedUrl, sampleOf(operationId)),
      check: ({ text }) => expect(text).toBe(''),
    }),
  ),
];
