import { tmpdir } from 'node:os';
import { serverUrlOf } from '#test/support/database-names';
import { tester } from '#test/support/operators';
import { runCommandLine } from './index.ts';

export type Spoken = { readonly code: number; readonly out: string; readonly err: string };

/** Runs command lines against one database, each word apart, and answers all that was said. */
export const createSpeaker =
  (databaseUrl: string) =>
  async (words: readonly string[], keys: string): Promise<Spoken> => {
    const out: string[] = [];
    const err: string[] = [];
    const code = await runCommandLine(words, {
      environment: { DATABASE_URL: serverUrlOf(databaseUrl), TURNPIKE_KEYS: keys },
      directory: tmpdir(),
      terminal: { print: (text) => out.push(text), tell: (text) => err.push(text), hasColour: false, ask: null },
      actor: tester,
      migrate: () => Promise.resolve([]),
    });
    return { code, out: out.join('\n'), err: err.join('\n') };
  };
