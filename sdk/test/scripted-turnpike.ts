import { afterAll, afterEach } from '@jest/globals';
import { Turnpike, type TurnpikeOptions } from '../src/index.ts';
import { startScriptedServer, type ScriptedServer } from './scripted-server.ts';

export interface Scripted {
  readonly server: ScriptedServer;
  /** A client of the server, with a test's key. */
  readonly turnpike: Turnpike;
}

/** For a whole file of tests: its server ends with them. */
export const openScripted = async (options: Partial<TurnpikeOptions> = {}): Promise<Scripted> => {
  const server = await startScriptedServer();
  afterEach(() => server.settle());
  afterAll(() => server.stop());
  return { server, turnpike: new Turnpike({ apiKey: 'tp_test_0123456789abcdef', baseUrl: server.url, ...options }) };
};

/** What a call fails with. */
export const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => Promise.reject(new Error('The call was expected to fail.')),
    (failure: unknown) => failure,
  );
