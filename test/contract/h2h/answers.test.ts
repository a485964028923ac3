import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isUuid } from '#platform/ids';
import type { Answer } from '../call.ts';
import { routesOf } from '../built-operations.ts';
import { resolve, responsesOf, undocumentedFields, violationsOf } from '../document.ts';
import { h2hCases, type H2hCase } from './cases.ts';
import { createH2hHarness, type H2hHarness } from './harness.ts';

let harness: H2hHarness;
beforeAll(async () => {
  harness = await createH2hHarness();
});
afterAll(() => harness?.strike());

const codeOf = (body: unknown): string => {
  const { error, result } = (body ?? {}) as {
    readonly error?: string;
    readonly result?: { readonly codeError: string };
  };
  return error ?? result?.codeError ?? 'none';
};

const nameOf = ({ operationId, status, code }: Pick<H2hCase, 'operationId' | 'status' | 'code'>): string =>
  `${operationId} ${status} ${code}`;

/** Every answer that the document shows: each status, with each code of its examples. */
const documentedAnswers = (): string[] =>
  routesOf('h2h').flatMap(({ operationId }) =>
    [...responsesOf(operationId, 'h2h')].flatMap(([status, { content }]) => {
      const examples = Object.values(content?.['application/json']?.examples ?? {});
      const codes = examples.map((example) => codeOf(resolve(example).value));
      return [...new Set(codes.length === 0 ? ['none'] : codes)].map((code) => nameOf({ operationId, status, code }));
    }),
  );

const expectDocumented = ({ operationId, status }: H2hCase, answer: Answer): void => {
  const { headers = {}, content } = responsesOf(operationId, 'h2h').get(status)!;
  for (const [name, header] of Object.entries(headers)) {
    const { required, schema } = resolve(header);
    const value = answer.headers.get(name);
    if (required === true) expect([name, value === null]).toEqual([name, false]);
    const isInteger = resolve(schema).type === 'integer';
    if (value !== null)
      expect([name, value, violationsOf(schema, isInteger ? Number(value) : value)]).toEqual([name, value, []]);
  }
  const media = content?.['application/json'];
  if (media === undefined) return expect(answer.text).toBe('');
  expect(answer.headers.get('content-type')?.split(';')[0]).toBe('application/json');
  expect(violationsOf(media.schema, answer.body)).toEqual([]);
  expect(undocumentedFields(media.schema, answer.body)).toEqual([]);
};

describe('the documented answers', () => {
  it.each(h2hCases.map((one) => [`${nameOf(one)}, when ${one.when}`, one] as const))('%s', async (_name, one) => {
    const answer = await one.ask(harness);
    expect([answer.status, codeOf(answer.body)]).toEqual([one.status, one.code]);
    const requestId = answer.headers.get('x-request-id') ?? '';
    expect(isUuid(requestId)).toBe(true);
    const { result } = (answer.body ?? {}) as { readonly result?: Readonly<Record<string, string>> };
    if (result !== undefined) expect(result['x-request-id']).toBe(requestId);
    expectDocumented(one, answer);
    one.check?.(answer);
  });

  it('have a case each, and the cases show no others', () => {
    expect([...new Set(h2hCases.map(nameOf))].sort()).toEqual([...new Set(documentedAnswers())].sort());
  });
});
