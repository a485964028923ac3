import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { problems } from './documents.ts';
import { isUuid } from '#platform/ids';
import { call, problemOf, type Answer } from './call.ts';
import { contractCases } from './cases/index.ts';
import { documentedAnswers, nameOf, unreachableAnswers, type ContractCase } from './contract-case.ts';
import { resolve, responsesOf, undocumentedFields, violationsOf, type Schema } from './document.ts';
import { builtRoutes } from './built-operations.ts';
import { sampleOf } from './sample-requests.ts';
import { createHarness, docsUrl, type Harness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness?.strike());

const headerValueOf = (schema: Schema, text: string): unknown =>
  resolve(schema).type === 'integer' ? Number(text) : text;

const expectDocumented = ({ operationId, status }: ContractCase, answer: Answer): void => {
  const { headers = {}, content } = responsesOf(operationId).get(status)!;
  for (const [name, header] of Object.entries(headers)) {
    const { required, schema } = resolve(header);
    const value = answer.headers.get(name);
    if (required === true) expect([name, value === null]).toEqual([name, false]);
    if (value !== null)
      expect([name, value, violationsOf(schema, headerValueOf(schema, value))]).toEqual([name, value, []]);
  }
  const [[mediaType, media] = []] = Object.entries(content ?? {});
  if (media === undefined) {
    expect(answer.text).toBe('');
    return;
  }
  expect(answer.headers.get('content-type')?.split(';')[0]).toBe(mediaType);
  expect(violationsOf(media.schema, answer.body)).toEqual([]);
  expect(undocumentedFields(media.schema, answer.body)).toEqual([]);
};

const expectProblem = (code: keyof typeof problems, answer: Answer): void => {
  const { type, title, status, detail, message, code: given, request_id: requestId } = problemOf(answer);
  const { [code]: row } = problems;
  expect({ type, title, status, detail, message, code: given }).toEqual({ ...row, detail: row.message, code });
  expect(type).toBe(`urn:turnpike:problem:${code}`);
  expect(requestId).toBe(answer.headers.get('x-request-id'));
  expect(answer.headers.get('link')).toBe(`<${docsUrl}/problems/${code}>; rel="help"`);
};

describe('the documented answers', () => {
  it.each(contractCases.map((one) => [`${nameOf(one)}, when ${one.when}`, one] as const))('%s', async (_name, one) => {
    const answer = await one.ask(harness);
    expect(answer).toMatchObject({ status: one.status });
    if (one.code !== null) expectProblem(one.code, answer);
    expectDocumented(one, answer);
    one.check?.(answer, harness);
  });

  it('have a case each, but for those that nothing can bring about yet', () => {
    const shown = new Set(contractCases.map(nameOf));
    const missing = documentedAnswers().filter((name) => !shown.has(name));
    expect(missing.sort()).toEqual(Object.keys(unreachableAnswers).sort());
  });

  it('are all that the cases show', () => {
    const documented = new Set(documentedAnswers());
    expect(contractCases.map(nameOf).filter((name) => !documented.has(name))).toEqual([]);
  });
});

it('every 429 and 503 says when to come back, in the document too', () => {
  const repeatable = builtRoutes.flatMap(({ operationId }) =>
    [...responsesOf(operationId)].filter(([status]) => status === 429 || status === 503),
  );
  expect(repeatable.length).toBeGreaterThan(0);
  for (const [, { headers = {} }] of repeatable) {
    expect(headers).toHaveProperty('Retry-After');
    expect(resolve(headers['Retry-After']!)).toMatchObject({ required: true });
  }
});

describe('the request id', () => {
  it.each(builtRoutes.map(({ operationId }) => operationId))(
    'of %s is the sent one where that is a UUID',
    async (id) => {
      const sent = sampleOf(id);
      const requestId = randomUUID();
      const ask = (value: string) =>
        call(harness.url, { ...sent, headers: { ...sent.headers, 'x-request-id': value } }, harness.shop.apiKey);
      expect((await ask(requestId)).headers.get('x-request-id')).toBe(requestId);
      for (const rubbish of ['1', `{${requestId}}`, `${requestId}0`, 'zzzzzzzz-zzzz-zzzz-zzzz-zzzzzzzzzzzz']) {
        const given = (await ask(rubbish)).headers.get('x-request-id') ?? '';
        expect([rubbish, given === rubbish, isUuid(given)]).toEqual([rubbish, false, true]);
      }
    },
  );
});
