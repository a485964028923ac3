import { expect, it } from '@jest/globals';
import { RequestError } from '#platform/errors';
import { renderProblem } from './problems.ts';

it('says in words of its contract what only another API refuses', () => {
  const { status, text } = renderProblem(undefined)(new RequestError('forbidden'), 'id');
  expect([status, (JSON.parse(text) as { code: string }).code]).toEqual([401, 'api_key_invalid']);
});
