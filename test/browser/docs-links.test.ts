import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { problems } from '#generated/v1/problems';
import { buildSite } from '../../docs/index.ts';

const host = 'http://site.test';
let siteDirectory: string;
let paths: readonly string[];

beforeAll(async () => {
  siteDirectory = await mkdtemp(join(tmpdir(), 'turnpike-links-'));
  paths = await buildSite(siteDirectory);
});
afterAll(() => rm(siteDirectory, { recursive: true }));

const readPage = (path: string): Promise<string> => readFile(join(siteDirectory, `${path}.html`), 'utf8');

const attribute = (html: string, names: string): readonly string[] =>
  [...html.matchAll(new RegExp(`\\s(?:${names})="([^"]*)"`, 'g'))].map(([, value]) =>
    (value ?? '').replaceAll('&amp;', '&'),
  );

/** The page or file behind an address of the site, as a static host finds it. */
const findFile = (pathname: string): string | undefined =>
  [pathname, `${pathname}.html`, `${pathname}index.html`]
    .map((name) => join(siteDirectory, decodeURIComponent(name)))
    .find((name) => /\.\w+$/.test(name) && existsSync(name));

const brokenLinks = async (path: string): Promise<readonly string[]> => {
  // A page "x/index" is served at "x/".
  const base = new URL(path.replace(/(^|\/)index$/, '$1'), `${host}/`);
  const links = attribute(await readPage(path), 'href|src').map((link) => ({ link, target: new URL(link, base) }));
  const checked = links
    .filter(({ target }) => target.origin === host)
    .map(async ({ link, target }) => {
      const file = findFile(target.pathname);
      if (file === undefined) return [`${path}: ${link} leads nowhere`];
      const fragment = decodeURIComponent(target.hash.slice(1));
      // The reference makes its anchors in the browser; docs.test.ts follows them there.
      if (fragment === '' || /^\/(connector-)?reference$/.test(target.pathname)) return [];
      const isThere = attribute(await readFile(file, 'utf8'), 'id').includes(fragment);
      return isThere ? [] : [`${path}: ${link} has no such part`];
    });
  return (await Promise.all(checked)).flat();
};

test('every link inside the site leads to a page, and every anchor to a part of it', async () => {
  expect((await Promise.all(paths.map(brokenLinks))).flat()).toEqual([]);
});

test('every problem code has its page, as the type of an error names it', () => {
  for (const code of Object.keys(problems)) expect(findFile(`/problems/${code}`)).toBeDefined();
});

test('no page loads anything from another host', async () => {
  for (const path of paths) {
    const html = await readPage(path);
    const loaded = [...html.matchAll(/<(?:script|img|link|iframe)\b[^>]*\s(?:src|href)="([^"]*)"/g)].map(
      ([, address]) => address,
    );
    expect(loaded.filter((address) => /^(?:[a-z]+:)?\/\//i.test(address ?? ''))).toEqual([]);
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+="|\sstyle="/);
  }
});
