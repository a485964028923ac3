import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { startTemporaryPostgres } from '#platform/embedded-postgres';

it('says what Postgres itself complains of when it does not start', async () => {
  const starting = startTemporaryPostgres('complaint', { settings: ['no_such_setting=1'] });
  await expect(starting).rejects.toThrow(/did not start: .*unrecognized configuration parameter "no_such_setting"/s);
});

it('says what ended its keeper before that could report anything', async () => {
  const code = `const { startTemporaryPostgres } = await import('./server/platform/embedded-postgres.ts');
    process.env.NODE_OPTIONS = '--require=/no/such/file';
    await startTemporaryPostgres('crash').catch((error) => console.log(error.message));`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--import',
    'tsx',
    '--input-type=module',
    '-e',
    code,
  ]);
  expect(stdout).toMatch(/did not start: its keeper exited with 1: Error: Cannot find module '\/no\/such\/file'\n$/);
});
