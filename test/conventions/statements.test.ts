import { expect, it } from '@jest/globals';
import { isTest, projectFiles, readProjectFile } from './source-files.ts';

const statement = /name: '([a-z_0-9]+)',\s*text: (`[^`]*`|'[^']*')/g;

it('gives every name of a statement to one text: a connection prepares the first and refuses the other', () => {
  const texts = new Map<string, Set<string>>();
  for (const path of projectFiles.filter((file) => /^server\/.*\.ts$/.test(file) && !isTest(file))) {
    for (const [, name, text] of readProjectFile(path).matchAll(statement)) {
      texts.set(name!, (texts.get(name!) ?? new Set()).add(text!));
    }
  }
  expect(texts.size).toBeGreaterThan(50);
  expect([...texts].filter(([, found]) => found.size > 1).map(([name]) => name)).toEqual([]);
});
