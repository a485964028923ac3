import { expect, it } from '@jest/globals';
import { isTest, projectFiles, readProjectFile } from './source-files.ts';

const code = projectFiles.filter((path) => /\.(ts|mjs|js)$/.test(path) && !path.startsWith('generated/'));
const folders = [...new Set(code.flatMap((path) => path.split('/').slice(0, -1)))];

/** Migrations carry their number, tests and configuration files a second ending. */
const kebabCase = /^(\d{4}_)?[a-z0-9]+(-[a-z0-9]+)*(_[a-z0-9]+)*(\.(test|config))?\.(ts|mjs|js)$/;

const fileName = (path: string): string => path.split('/').at(-1) ?? '';

/** Names that say where something was put down, not what it is. */
const emptyWords = ['util', 'utils', 'helper', 'helpers', 'common', 'manager', 'base', 'misc', 'shared-code'];

/** Files that were looked at and are better whole. Tests are tables of cases and read from top to bottom. */
const longFiles: readonly string[] = [];
const mostLines = 250;

it('names code files in kebab-case', () => {
  expect(code.filter((path) => !kebabCase.test(fileName(path)))).toEqual([]);
});

it('names no file and no folder by an empty word', () => {
  const isEmpty = (name: string): boolean => emptyWords.some((word) => name === word || name.endsWith(`-${word}`));
  const stems = code.map((path) => ({ path, stem: fileName(path).split('.')[0] ?? '' }));
  expect(stems.filter(({ stem }) => isEmpty(stem)).map(({ path }) => path)).toEqual([]);
  expect(folders.filter(isEmpty)).toEqual([]);
});

it('keeps files short enough to be read in one go', () => {
  const long = code
    .filter((path) => !isTest(path))
    .map((path) => ({ path, lines: readProjectFile(path).split('\n').length - 1 }))
    .filter(({ lines }) => lines > mostLines)
    .map(({ path }) => path);
  expect(long).toEqual(longFiles);
});
