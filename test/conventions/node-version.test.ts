import { expect, it } from '@jest/globals';
import { isTest, projectFiles, readProjectFile } from './source-files.ts';

const check = 'server/require-node.mjs';
/** Whatever Node is asked to run first. */
const entries = ['server/main.ts', 'server/turnpike.mjs', 'server/local/before-install.mjs'];

it('the version of Node is looked at in one place, before everything else, and is the one that the package names', () => {
  const { engines } = JSON.parse(readProjectFile('package.json')) as { readonly engines: { readonly node: string } };
  const [major, minor] = engines.node.replace('>=', '').split('.');
  expect(readProjectFile(check)).toContain(`major < ${major} || (major === ${major} && minor < ${minor})`);
  expect(readProjectFile(check)).toContain(`Node ${major}.${minor} or newer`);
  const lookers = projectFiles.filter(
    (path) =>
      /^server\/.*\.(ts|mjs)$/.test(path) &&
      !isTest(path) &&
      /process\.versions?(\.node)?\b/.test(readProjectFile(path)),
  );
  expect(lookers).toEqual([check]);
  for (const path of entries) expect(readProjectFile(path)).toMatch(/^import '\.{1,2}\/require-node\.mjs';$/m);
});
