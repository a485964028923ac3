import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { newId } from '#platform/ids';
import { apiKeyFormat } from './api-key-format.ts';
import { everyScope, type ResolvedKey } from './caller.ts';
import { createResolver } from './resolve-api-key.ts';

const valid: ResolvedKey = {
  outcome: 'valid',
  keyId: newId(),
  access: { shopId: newId(), settlementCurrency: 'RUB', scopes: everyScope },
};

const findsKey = () => jest.fn((_digest: Buffer): Promise<ResolvedKey> => Promise.resolve(valid));

describe('resolving an API key', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('looks up no malformed key', async () => {
    const findKey = findsKey();
    expect(await createResolver({ findKey })('tp_test_nonsense')).toEqual({ outcome: 'malformed' });
    expect(findKey).not.toHaveBeenCalled();
  });

  it('asks with a digest and never with the key', async () => {
    const findKey = findsKey();
    const key = apiKeyFormat.create('test');
    expect(await createResolver({ findKey })(key)).toBe(valid);
    expect(findKey.mock.calls[0]?.[0]).toHaveLength(32);
  });

  it('shares one question between concurrent requests with the same key', async () => {
    const findKey = findsKey();
    const resolve = createResolver({ findKey });
    const key = apiKeyFormat.create('test');
    expect(await Promise.all([resolve(key), resolve(key), resolve(key)])).toEqual([valid, valid, valid]);
    expect(findKey).toHaveBeenCalledTimes(1);
  });

  it('asks again once the answer is half a second old, counted from the question', async () => {
    const findKey = jest.fn(
      (): Promise<ResolvedKey> => new Promise((resolve) => setTimeout(() => resolve(valid), 400)),
    );
    const resolve = createResolver({ findKey });
    const key = apiKeyFormat.create('test');
    const first = resolve(key);
    await jest.advanceTimersByTimeAsync(400);
    await first;
    await jest.advanceTimersByTimeAsync(99);
    await resolve(key);
    expect(findKey).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(1);
    void resolve(key);
    expect(findKey).toHaveBeenCalledTimes(2);
  });

  it('remembers that a key is unknown', async () => {
    const unknown: ResolvedKey = { outcome: 'unknown' };
    const findKey = jest.fn(() => Promise.resolve(unknown));
    const resolve = createResolver({ findKey });
    const key = apiKeyFormat.create('test');
    expect([await resolve(key), await resolve(key)]).toEqual([unknown, unknown]);
    expect(findKey).toHaveBeenCalledTimes(1);
  });

  it('does not remember that the database failed', async () => {
    const findKey = findsKey();
    findKey.mockRejectedValueOnce(new Error('gone'));
    const resolve = createResolver({ findKey });
    const key = apiKeyFormat.create('test');
    await expect(resolve(key)).rejects.toThrow('gone');
    expect(await resolve(key)).toBe(valid);
  });
});
