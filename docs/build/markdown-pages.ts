import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { renderMarkdown, type ResolveLink } from './markdown.ts';
import { hrefBetween, type Page } from './site.ts';

type Source = { readonly file: string; readonly path: string; readonly group?: string };

/** Files in the menu's order; others follow by name. */
const firstFiles = [
  'docs/guides/first-payment.md',
  'docs/guides/payouts.md',
  'docs/guides/receipts.md',
  'docs/guides/cancelling.md',
  'docs/guides/listing-operations.md',
  'docs/guides/going-live.md',
  'docs/webhooks.md',
  'docs/writing-a-connector.md',
  'sdk/README.md',
];
const groups: Readonly<Record<string, string>> = {
  'docs/guides/first-payment.md': 'Start',
  'docs/webhooks.md': 'Guides',
  'docs/writing-a-connector.md': 'Guides',
  'sdk/README.md': 'Guides',
  'mock/README.md': 'Guides',
  'docs/configuration.md': 'Running Turnpike',
  'docs/security.md': 'Running Turnpike',
  'docs/command-line.md': 'Running Turnpike',
  'docs/guides/exchange-rates.md': 'Running Turnpike',
  'docs/guides/banks.md': 'Running Turnpike',
  'docs/guides/personal-data.md': 'Running Turnpike',
  'docs/guides/unknown-outcomes.md': 'Running Turnpike',
  'docs/guides/late-money.md': 'Running Turnpike',
  'docs/guides/reviewing-receipts.md': 'Running Turnpike',
  'docs/guides/receipt-storage.md': 'Running Turnpike',
  'docs/guides/clients-and-tokens.md': 'Running Turnpike',
  'docs/guides/database-roles.md': 'Running Turnpike',
  'docs/guides/antivirus.md': 'Running Turnpike',
  'docs/guides/logs.md': 'Running Turnpike',
  'docs/operators.md': 'Running Turnpike',
};

const titles: Readonly<Record<string, string>> = { 'sdk/README.md': 'TypeScript SDK', 'mock/README.md': 'Mock' };

const pathOf = (file: string): string => {
  const inDocs = file.replace(/^docs\//, '').replace(/\.md$/, '');
  return inDocs.replace(/^(sdk|mock)\/README$/, '$1').replace(/(^|\/)README$/, '$1index');
};

const groupOf = (file: string): string | undefined => {
  if (groups[file]) return groups[file];
  if (file.startsWith('docs/guides/')) return 'Guides';
  if (file.startsWith('docs/decisions/') && !file.endsWith('/README.md')) return undefined;
  return 'Building Turnpike';
};

const rank = (file: string): number => (firstFiles.includes(file) ? firstFiles.indexOf(file) : firstFiles.length);

const listMarkdown = async (root: URL, directory: string): Promise<readonly string[]> => {
  const location = new URL(`${directory}/`, root);
  const names = existsSync(location) ? await readdir(location) : [];
  return names.filter((name) => name.endsWith('.md')).map((name) => `${directory}/${name}`);
};

const findSources = async (root: URL): Promise<readonly Source[]> => {
  const folders = ['docs', 'docs/guides', 'docs/models', 'docs/decisions'];
  const files = (await Promise.all(folders.map((name) => listMarkdown(root, name)))).flat();
  const readmes = ['sdk/README.md', 'mock/README.md'].filter((file) => existsSync(new URL(file, root)));
  return [...files, ...readmes]
    .sort((one, other) => rank(one) - rank(other) || one.localeCompare(other))
    .map((file) => {
      const group = groupOf(file);
      return group === undefined ? { file, path: pathOf(file) } : { file, path: pathOf(file), group };
    });
};

/** Links between the files of the repository become links between pages. */
const createResolveLink =
  (root: URL, sources: readonly Source[], generated: ReadonlySet<string>) =>
  (file: string, path: string): ResolveLink =>
  (href) => {
    if (/^[a-z][a-z+.-]*:|^#/i.test(href)) return href;
    const [target = '', anchor] = href.split('#');
    const targetFile = posix.join(posix.dirname(file), target);
    const fragment = anchor === undefined ? '' : `#${anchor}`;
    const page = sources.find((source) => source.file === targetFile)?.path ?? pathOf(targetFile);
    if (sources.some((source) => source.path === page) || generated.has(page))
      return hrefBetween(path, page) + fragment;
    // Code is not part of the site: its name stays, without a link. What does not exist stays for the link check to find.
    return existsSync(new URL(targetFile, root)) ? null : href;
  };

export type MarkdownPages = {
  readonly pages: readonly Page[];
  /** For text that stands in `file` and is shown at `path`. */
  readonly resolveLink: (file: string, path: string) => ResolveLink;
};

/** A page for each text of docs/, and for the readmes of the SDK and the mock. `generated` names the other pages. */
export const markdownPages = async (root: URL, generated: readonly string[]): Promise<MarkdownPages> => {
  const sources = await findSources(root);
  const resolveLink = createResolveLink(root, sources, new Set(generated));
  const pages = await Promise.all(
    sources.map(async ({ file, path, group }) => {
      const text = await readFile(new URL(file, root), 'utf8');
      const { title, html } = renderMarkdown(text, resolveLink(file, path));
      const page = { path, title: titles[file] ?? title, html };
      return group === undefined ? page : { ...page, group };
    }),
  );
  return { pages, resolveLink };
};
