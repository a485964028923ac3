import { posix } from 'node:path';
import { expect, it } from '@jest/globals';
import { readConfig, settingNames } from '#platform/config';
import { newKeyText } from '#platform/secrets';
import { projectFiles, readProjectFile } from './source-files.ts';

const documents = projectFiles.filter((path) => path.endsWith('.md'));

const folders = new Set(
  projectFiles.flatMap((path) => {
    const parts = path.split('/').slice(0, -1);
    return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  }),
);
const topLevel = new Set([...folders].filter((path) => !path.includes('/')));

/** Made on the reader's machine, so not to be found in a fresh clone. */
const madeLater = /^(\.turnpike|\.cache|docs\/site|sdk\/dist|test\/results|node_modules)(\/|$)/;

const escape = (text: string): string => text.replace(/[.+^${}()|[\]\\]/g, '\\$&');

/** A path as prose writes it: a folder may end in a slash, `*` stands for part of a name, `<module>` for any. */
const exists = (named: string): boolean => {
  const path = posix.normalize(named).replace(/\/$/, '');
  if (madeLater.test(path)) return true;
  const form = new RegExp(`^${escape(path.replace(/<[^>]+>/g, '*')).replace(/\*/g, '[^/]+')}$`);
  return projectFiles.some((file) => form.test(file)) || [...folders].some((folder) => form.test(folder));
};

/** Inline code that names a file or folder of ours: it begins with a folder of the project's root. */
const namedInProse = (text: string): string[] =>
  [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, code = '']) => code.replace(/:\d+$/, ''))
    .filter((code) => topLevel.has(code.split('/')[0] ?? '') && code.includes('/'));

/** Links to files. Those without an ending lead to pages of the built site, whose own test follows them. */
const linked = (document: string, text: string): string[] =>
  [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^([a-z]+:|\/)/.test(target) && /\.\w+$/.test(target))
    .map((target) => posix.join(posix.dirname(document), target));

/** The tree of folders in a `text` block: two spaces of indentation per level, paths before the explanation. */
const drawn = (text: string): string[] =>
  [...text.matchAll(/```text\n([\s\S]*?)```/g)].flatMap(([, block = '']) => {
    const above: string[] = [];
    return block.split('\n').flatMap((line) => {
      const depth = (/^ */.exec(line)?.[0].length ?? 0) / 2;
      const names = (line.trim().split(/ {2,}/)[0] ?? '').split(' ').filter((name) => /[./]|^Makefile$/.test(name));
      if (!Number.isInteger(depth) || names.length === 0) return [];
      above.length = depth;
      above.push(names[0] ?? '');
      return names.map((name) => above.slice(0, -1).join('') + name);
    });
  });

it.each(documents)('%s names only paths that exist', (document) => {
  const text = readProjectFile(document);
  const prose = text.replace(/```[\s\S]*?```/g, '');
  const tree = document === 'docs/architecture.md' ? drawn(text) : [];
  expect([...namedInProse(prose), ...linked(document, prose), ...tree].filter((path) => !exists(path))).toEqual([]);
});

it('draws a tree in docs/architecture.md', () => {
  expect(drawn(readProjectFile('docs/architecture.md')).length).toBeGreaterThan(20);
});

const shownDefault = (value: string | number | boolean | readonly string[] | undefined): string => {
  if (value === undefined) return '–';
  return typeof value === 'object' ? value.join(',') || 'empty' : `${value}`;
};

it('docs/configuration.md lists every setting with its default, and no other', () => {
  const required = { DATABASE_URL: 'postgres://localhost/turnpike', TURNPIKE_KEYS: newKeyText() };
  const defaults: Readonly<Record<string, Parameters<typeof shownDefault>[0]>> = readConfig(required);
  const wanted = settingNames.map((name) => [name, name in required ? 'required' : shownDefault(defaults[name])]);
  const [table = ''] = readProjectFile('docs/configuration.md').split('\n## The local launcher');
  const listed = [...table.matchAll(/^\| `([A-Z][A-Z0-9_]*)` \| `?([^|`]+)`? \|/gm)].map(([, name, value]) => [
    name,
    value,
  ]);
  expect(listed).toEqual(wanted);
});

it('docs/glossary.md is in alphabetical order', () => {
  const terms = [...readProjectFile('docs/glossary.md').matchAll(/^\*\*([^*]+)\*\*/gm)].map(([, term]) => term ?? '');
  expect(terms.length).toBeGreaterThan(20);
  expect(terms).toEqual([...terms].sort((one, other) => one.localeCompare(other, 'en')));
});

it('docs/decisions/README.md lists every decision, each under a number of its own', () => {
  const decisions = projectFiles.filter((path) => /^docs\/decisions\/\d{4}-[a-z0-9-]+\.md$/.test(path));
  const index = readProjectFile('docs/decisions/README.md');
  const listed = [...index.matchAll(/\]\((\d{4}-[a-z0-9-]+\.md)\)/g)].map(([, file]) => `docs/decisions/${file}`);
  expect(listed).toEqual(decisions);
  const numbers = decisions.map((path) => path.slice(15, 19));
  expect([...new Set(numbers)]).toEqual(numbers);
});
