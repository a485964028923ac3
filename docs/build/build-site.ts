import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { referencePath } from './content-policy.ts';
import { readContract } from './contract.ts';
import { indexPage } from './index-page.ts';
import { renderPage, renderReference } from './layout.ts';
import { markdownPages } from './markdown-pages.ts';
import { problemPages, problemPaths } from './problem-pages.ts';
import { referenceDocument } from './reference-document.ts';
import { sandboxPage } from './sandbox-page.ts';
import type { Page } from './site.ts';

const root = new URL('../../', import.meta.url);
const contractFile = new URL('generated/v1/openapi.json', root);
const assets = new URL('assets/', import.meta.url);

export const usualSiteDirectory = fileURLToPath(new URL('docs/site', root));

const referencePage: Page = {
  path: referencePath,
  title: 'API reference',
  group: 'Reference',
  html: `<div id="reference"><noscript><p>The reference needs JavaScript. The document it shows is
<a href="openapi.json">openapi.json</a>.</p></noscript></div>
<script src="scalar.js" defer></script>
<script src="reference.js" defer></script>`,
};

const notFoundPage: Page = {
  path: '404',
  title: 'Not found',
  html: '<h1>Not found</h1>\n<p>There is no page at this address. Begin at the <a href="./">first page</a>.</p>',
};

const collectPages = async (contractText: string): Promise<readonly Page[]> => {
  const contract = readContract(contractText);
  const texts = await markdownPages(root, ['reference', 'sandbox', 'problems/index', ...problemPaths]);
  const textOf = (path: string) => texts.resolveLink(`docs/${path}.md`, path);
  const problems = await problemPages(contract, new URL('docs/problems/', root), textOf);
  const pages = [...texts.pages, referencePage, sandboxPage(), ...problems, notFoundPage];
  return [indexPage(contract, new Set(pages.map(({ path }) => path))), ...pages];
};

/** Writes the whole site anew. Resolves to the paths of its pages, without extension. */
export const buildSite = async (siteDirectory: string): Promise<readonly string[]> => {
  const contractText = await readFile(contractFile, 'utf8');
  const pages = await collectPages(contractText);
  await rm(siteDirectory, { recursive: true, force: true });
  await mkdir(siteDirectory, { recursive: true });
  const scalar = createRequire(import.meta.url).resolve('@scalar/api-reference/browser/standalone.js');
  await Promise.all([
    cp(fileURLToPath(assets), siteDirectory, { recursive: true }),
    cp(scalar, join(siteDirectory, 'scalar.js')),
    writeFile(join(siteDirectory, 'openapi.json'), contractText),
    writeFile(join(siteDirectory, 'reference.json'), referenceDocument(contractText)),
    ...pages.map(async (page) => {
      const file = join(siteDirectory, `${page.path}.html`);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, page === referencePage ? renderReference(page) : renderPage(page, pages));
    }),
  ]);
  return pages.map(({ path }) => path);
};
