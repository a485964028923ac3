import { PassThrough } from 'node:stream';
import { expect, it } from '@jest/globals';
import { askOnce, Interrupted } from './terminal.ts';

const ask = (typed: string): Promise<string> => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const answer = askOnce('Go on? ', { input, output });
  input.write(typed);
  return answer;
};

it('an answer is what was typed up to the end of the line', async () => {
  expect(await ask('yes\n')).toBe('yes');
});

it.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-C after some words', 'ye\u0003'],
  ['Ctrl-D', '\u0004'],
])('%s at a question is an interruption, and no failure', async (_name, typed) => {
  await expect(ask(typed)).rejects.toBeInstanceOf(Interrupted);
});
