import { expect, it } from '@jest/globals';
import { createCircuitBreaker } from './circuit-breaker.ts';

const start = (failures: number) => {
  let nowMs = 0;
  const changes: string[] = [];
  const breaker = createCircuitBreaker(
    { failures, pauseMs: 100 },
    (isOpen) => changes.push(isOpen ? 'open' : 'closed'),
    () => nowMs,
  );
  const pass = (milliseconds: number): void => {
    nowMs += milliseconds;
  };
  return { ...breaker, pass, changes };
};

it('a circuit stays closed while no more than so many calls in a row fail', () => {
  const { fail, succeed, admits, changes } = start(3);
  for (const step of [fail, fail, succeed, fail, fail]) step();
  expect([admits(), changes]).toEqual([true, []]);
});

it('an open circuit lets one call through in each pause, until one succeeds', () => {
  const { fail, succeed, admits, pass, changes } = start(2);
  fail();
  fail();
  expect([admits(), admits()]).toEqual([false, false]);
  pass(100);
  expect([admits(), admits()]).toEqual([true, false]);
  fail();
  pass(99);
  expect(admits()).toBe(false);
  pass(1);
  expect(admits()).toBe(true);
  succeed();
  expect([admits(), admits()]).toEqual([true, true]);
  expect(changes).toEqual(['open', 'closed']);
});

it('a circuit that was closed again opens after as many failures as before', () => {
  const { fail, succeed, admits } = start(2);
  for (const step of [fail, fail, succeed, fail]) step();
  expect(admits()).toBe(true);
  fail();
  expect(admits()).toBe(false);
});
