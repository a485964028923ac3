import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { problem } from '../test/contract.ts';
import {
  json,
  reset,
  silence,
  startScriptedServer,
  text,
  type ScriptedServer,
  type Step,
} from '../test/scripted-server.ts';
import { ConfigurationError, Turnpike, type TurnpikeOptions } from './index.ts';

const apiKey = 'tp_test_0123456789abcdef';
const baseUrl = 'http://127.0.0.1:8080';

const refusalOf = (options: Partial<Record<keyof TurnpikeOptions, unknown>>): unknown => {
  try {
    return new Turnpike({ apiKey, baseUrl, ...options } as TurnpikeOptions);
  } catch (failure) {
    return failure;
  }
};

describe('setting up a client', () => {
  it.each([
    ['no key', { apiKey: '' }],
    ['a key that is undefined', { apiKey: undefined }],
    ['a key with a line break', { apiKey: `${apiKey}\n` }],
    ['no base URL', { baseUrl: '' }],
    ['a base URL without a scheme', { baseUrl: 'pay.example.com' }],
    ['a base URL of another scheme', { baseUrl: 'file:///etc' }],
    ['a base URL with credentials', { baseUrl: 'https://user:secret@pay.example.com' }],
    ['a base URL with a query', { baseUrl: 'https://pay.example.com/?a=b' }],
    ['a base URL with the version', { baseUrl: 'https://pay.example.com/v1/' }],
    ['a timeout of zero', { timeoutMs: 0 }],
    ['a timeout that is no number', { timeoutMs: Number.NaN }],
    ['a timeout that timers cannot count', { timeoutMs: 2 ** 31 }],
    ['a negative number of retries', { maxRetries: -1 }],
  ])('refuses %s, without quoting it', (_what, options) => {
    const failure = refusalOf(options);
    expect(failure).toBeInstanceOf(ConfigurationError);
    expect((failure as Error).message).not.toMatch(/tp_test_|secret/);
  });

  it('accepts a base URL with trailing slashes', () => {
    expect(refusalOf({ baseUrl: 'https://pay.example.com//' })).toBeInstanceOf(Turnpike);
  });
});

describe('the API key', () => {
  let server: ScriptedServer;
  beforeAll(async () => {
    server = await startScriptedServer();
  });
  afterEach(() => server.settle());
  afterAll(() => server.stop());

  const everythingIn = (value: unknown): string => inspect(value, { depth: 20, showHidden: true, getters: true });

  it('is not to be seen in a client', () => {
    const turnpike = new Turnpike({ apiKey, baseUrl });
    expect(everythingIn(turnpike)).not.toContain(apiKey);
    expect(JSON.stringify(turnpike)).not.toContain(apiKey);
  });

  it.each<[string, Step]>([
    ['a refused key', json(401, problem('api_key_invalid'))],
    ['a page', text(200, 'hello')],
    ['a broken connection', reset],
    ['a timeout', silence],
  ])('is not to be seen in the error of %s', async (_what, step) => {
    server.script(step);
    const turnpike = new Turnpike({ apiKey, baseUrl: server.url, timeoutMs: 300, maxRetries: 0 });
    const failure: unknown = await turnpike.balances.list().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(everythingIn(failure)).not.toContain(apiKey);
    expect((failure as Error).stack).not.toContain(apiKey);
  });
});

describe('naming an operation', () => {
  it.each([{}, undefined, { operation_id: 'a', merchant_operation_id: 'b' }])('refuses %j', async (reference) => {
    const { operations, payments } = new Turnpike({ apiKey, baseUrl });
    await expect(operations.retrieve(reference as never)).rejects.toBeInstanceOf(ConfigurationError);
    await expect(operations.waitFor(reference as never)).rejects.toBeInstanceOf(ConfigurationError);
    await expect(payments.cancel(reference as never)).rejects.toBeInstanceOf(ConfigurationError);
  });
});
