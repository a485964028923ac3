import { expect, it } from '@jest/globals';
import { projectFiles, readProjectFile } from './source-files.ts';

const isText = (path: string): boolean => !/\.(png|ico|jpe?g|woff2?|pdf|gz|jar)$/.test(path);
const readable = projectFiles.filter((path) => isText(path) && !path.startsWith('test/conventions/'));

/** Places that only exist where a contributor happened to work. */
const machinePaths = /(?<![\w.*~-])\/(root|home|work|Users)\/[\w.]/;

/** Where packages come from is the reader's own setting: a mirror's name in the repository breaks it for others. */
const registryHosts =
  /\b(registry\.(npmjs|yarnpkg|npmmirror)|npm\.pkg\.github|(files\.)?pythonhosted|pypi\.(org|python)|repo\d?\.maven|proxy\.golang|artifactory|nexus\.)/i;

const find = (pattern: RegExp): string[] =>
  readable.flatMap((path) =>
    readProjectFile(path)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}`] : [])),
  );

it('names no path of a contributor’s own machine', () => {
  expect(find(machinePaths)).toEqual([]);
});

it('names no package registry', () => {
  expect(find(registryHosts)).toEqual([]);
});

it('locks packages by version and digest, not by the address they were downloaded from', () => {
  const lock = JSON.parse(readProjectFile('package-lock.json')) as {
    readonly packages: Readonly<Record<string, { readonly resolved?: string; readonly link?: boolean }>>;
  };
  const addressed = Object.entries(lock.packages).filter(([, { resolved, link }]) => resolved !== undefined && !link);
  expect(addressed.map(([path]) => path)).toEqual([]);
});
