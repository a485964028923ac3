import { expect, it } from '@jest/globals';
import { importGraph } from './import-graph.ts';
import { isTest, projectFiles, readProjectFile } from './source-files.ts';

const module = 'server/entrances/command-line/';
const files = projectFiles.filter((path) => path.startsWith(module) && !isTest(path));
const isWiring = (path: string): boolean => /\/(resources|compose(-\w+)*)\.ts$/.test(path);
const groups = files.filter((path) => /-commands?\.ts$/.test(path));

it('the command line is wired in one place: no command opens a database, a key ring or a store', () => {
  expect(groups.length).toBeGreaterThan(10);
  const opening = files.filter(
    (path) => !isWiring(path) && /\bcreate\w+Store\b|\bopenDatabase\b|\bopenKeyRing\b/.test(readProjectFile(path)),
  );
  expect(opening).toEqual([]);
  const reaching = importGraph.filter(({ from, to }) => groups.includes(from) && to === 'server/platform/database.ts');
  expect(reaching.map(({ place }) => place)).toEqual([]);
});
