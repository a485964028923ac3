import { join } from 'node:path';

/** Below the packages that it needs. */
export const testBuild = join(import.meta.dirname, '../../.cache/test-build');

/** A program of the server as it was built for the run. */
export const builtProgram = (name: 'main' | 'turnpike'): string => join(testBuild, `${name}.js`);
