import { expect, it } from '@jest/globals';
import { settleWithin } from './settle-within.ts';

const forever = new Promise<never>(() => undefined);
const longMs = 2 ** 31 - 1;

it('waits for work that is soon over, and leaves no timer behind', async () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  await settleWithin(Promise.resolve('done'), longMs);
  expect(timers()).toBe(before);
});

it('stops waiting for work that does not end', async () => {
  await expect(settleWithin(forever, 1)).resolves.toBeUndefined();
});

it('fails with the work that fails while it is waited for, and not afterwards', async () => {
  await expect(settleWithin(Promise.reject(new Error('gone')), longMs)).rejects.toThrow('gone');
  let fail: (error: Error) => void = () => undefined;
  const late = new Promise<void>((_resolve, reject) => {
    fail = reject;
  });
  await settleWithin(late, 1);
  fail(new Error('too late'));
  await expect(late).rejects.toThrow('too late');
});
