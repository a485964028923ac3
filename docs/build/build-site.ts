import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readContract } from './contract.ts';
import { documents, type SiteDocument } from './documents.ts';
import { indexPage } from './index-page.ts';
import { renderPage, renderReference } from './layout.ts';
import { markdownPages } from './markdown-pages.ts';
import { problemPages, problemPaths } from './problem-pages.ts';
import { referenceDocument } from './reference-document.ts';
import { sandboxPage } from './sandbox-page.ts';
import type { Page } from './site.ts';

const root = new URL('../../', import.meta.url);
const assets = new URL('assets/', import.meta.url);

export const usualSiteDirectory = fileURLToPath(new URL('docs/site', root));

const referencePage = ({ name, reference, shown, download }: SiteDocument): Page => ({
  path: reference,
  title: documents.length === 1 ? 'API reference' : `API reference of ${name}`,
  group: 'Reference',
  html: `<div id="reference" data-document="${shown}"><noscript><p>The reference needs JavaScript. The document it shows is
<a href="${download}">${download}</a>.</p></noscript></div>
<script src="scalar.js" defer></script>
<script src="reference.js" defer></script>`,
});

const notFoundPage: Page = {
  path: '404',
  title: 'Not found',
  html: '<h1>Not found</h1>\n<p>There is no page at this address. Begin at the <a href="./">first page</a>.</p>',
};

type Told = { readonly document: SiteDocument; readonly text: string };

const collectPages = async (told: readonly Told[]): Promise<readonly Page[]> => {
  const contracts = told.map(({ document, text }) => ({ document, ...readContract(text, document.reference) }));
  const references = documents.map(({ reference }) => reference);
  const texts = await markdownPages(root, [...references, 'sandbox', 'problems/index', ...problemPaths]);
  const textOf = (path: string) => texts.resolveLink(`docs/${path}.md`, path);
  const ours = contracts.filter(({ document }) => Object.keys(document.problems).length > 0);
  const problems = await problemPages(ours, new URL('docs/problems/', root), textOf);
  const pages = [...texts.pages, ...documents.map(referencePage), sandboxPage(), ...problems, notFoundPage];
  return [indexPage(contracts, new Set(pages.map(({ path }) => path))), ...pages];
};

/** Writes the whole site anew. Resolves to the paths of its pages, without extension. */
export const buildSite = async (siteDirectory: string): Promise<readonly string[]> => {
  const told = await Promise.all(
    documents.map(async (document) => ({ document, text: await readFile(document.file, 'utf8') })),
  );
  const pages = await collectPages(told);
  const references = documents.map(({ reference }) => reference);
  await rm(siteDirectory, { recursive: true, force: true });
  await mkdir(siteDirectory, { recursive: true });
  const scalar = createRequire(import.meta.url).resolve('@scalar/api-reference/browser/standalone.js');
  await Promise.all([
    cp(fileURLToPath(assets), siteDirectory, { recursive: true }),
    cp(scalar, join(siteDirectory, 'scalar.js')),
    ...told.flatMap(({ document, text }) => [
      writeFile(join(siteDirectory, document.download), text),
      writeFile(join(siteDirectory, document.shown), referenceDocument(text)),
    ]),
    ...pages.map(async (page) => {
      const file = join(siteDirectory, `${page.path}.html`);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, references.includes(page.path) ? renderReference(page) : renderPage(page, pages));
    }),
  ]);
  return pages.map(({ path }) => path);
};
