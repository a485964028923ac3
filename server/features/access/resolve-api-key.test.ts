import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { newId } from '#platform/ids';
import { newApiKey } from './api-key-format.ts';
import { everyScope, type Caller } from './caller.ts';
import { createResolver } from './resolve-api-key.ts';

const caller: Caller = {
  shopId: newId(),
  merchantId: newId(),
  mode: 'test',
  settlementCurrency: 'RUB',
  scopes: everyScope,
  entrance: 'v1',
};

const findsCaller = () => jest.fn((_digest: Buffer): Promise<Caller | null> => Promise.resolve(caller));

describe('resolving an API key', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('asks nobody about a malformed key', async () => {
    const findCaller = findsCaller();
    expect(await createResolver({ findCaller })('tp_test_nonsense')).toBeNull();
    expect(findCaller).not.toHaveBeenCalled();
  });

  it('asks with a digest and never with the key', async () => {
    const findCaller = findsCaller();
    const key = newApiKey('test');
    expect(await createResolver({ findCaller })(key)).toBe(caller);
    expect(findCaller.mock.calls[0]?.[0]).toHaveLength(32);
  });

  it('shares one question between concurrent requests with the same key', async () => {
    const findCaller = findsCaller();
    const resolve = createResolver({ findCaller });
    const key = newApiKey('test');
    expect(await Promise.all([resolve(key), resolve(key), resolve(key)])).toEqual([caller, caller, caller]);
    expect(findCaller).toHaveBeenCalledTimes(1);
  });

  it('asks again once the answer is half a second old, counted from the question', async () => {
    const findCaller = jest.fn(
      (): Promise<Caller | null> => new Promise((resolve) => setTimeout(() => resolve(caller), 400)),
    );
    const resolve = createResolver({ findCaller });
    const key = newApiKey('test');
    const first = resolve(key);
    await jest.advanceTimersByTimeAsync(400);
    await first;
    await jest.advanceTimersByTimeAsync(99);
    await resolve(key);
    expect(findCaller).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(1);
    void resolve(key);
    expect(findCaller).toHaveBeenCalledTimes(2);
  });

  it('remembers that a key is unknown', async () => {
    const findCaller = jest.fn(() => Promise.resolve(null));
    const resolve = createResolver({ findCaller });
    const key = newApiKey('test');
    expect([await resolve(key), await resolve(key)]).toEqual([null, null]);
    expect(findCaller).toHaveBeenCalledTimes(1);
  });

  it('does not remember that the database failed', async () => {
    const findCaller = findsCaller();
    findCaller.mockRejectedValueOnce(new Error('gone'));
    const resolve = createResolver({ findCaller });
    const key = newApiKey('test');
    await expect(resolve(key)).rejects.toThrow('gone');
    expect(await resolve(key)).toBe(caller);
  });
});
