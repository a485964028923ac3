import { join } from 'node:path';

/** A program of the server that was built for the run. */
export const builtProgram = (name: 'main' | 'turnpike'): string => {
  const directory = process.env['TURNPIKE_TEST_BUILD'];
  if (directory === undefined) throw new Error('The server of this run was not built.');
  return join(directory, `${name}.js`);
};
