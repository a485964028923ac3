import { readFile } from 'node:fs/promises';
import type { Contract, Occurrence, ProblemExample } from './contract.ts';
import { allProblems } from './documents.ts';
import { renderMarkdown, renderProse, type ResolveLink } from './markdown.ts';
import { escapeHtml, hrefBetween, type Page } from './site.ts';

const codes = [...allProblems.keys()];

const pathOf = (code: string): string => `problems/${code}`;

export const problemPaths: readonly string[] = codes.map(pathOf);

const renderOccurrences = (occurrences: readonly Occurrence[], from: string): string => {
  const items = occurrences.map(({ summary, method, path, reference, anchor, description }) => {
    const address = `${hrefBetween(from, reference)}#${anchor}`;
    return `<dt><a href="${address}">${escapeHtml(summary)}</a> <code>${method.toUpperCase()} ${path}</code></dt>
<dd>${renderProse(description)}</dd>`;
  });
  // Most problems read the same for every operation: then they are told once, above a list of names.
  const isSame = new Set(occurrences.map(({ description }) => description)).size === 1;
  if (!isSame || occurrences.length === 1) return `<dl class="occurrences">${items.join('\n')}</dl>`;
  const names = items.map((item) => `<li>${/<dt>(.*)<\/dt>/.exec(item)?.[1] ?? ''}</li>`);
  const [told = ''] = /<dd>[^]*<\/dd>/.exec(items[0] ?? '') ?? [];
  return `${told.replace(/<\/?dd>/g, '')}<ul>${names.join('')}</ul>`;
};

const renderExample = (example: ProblemExample | undefined): string =>
  example === undefined
    ? ''
    : `<h2>Example</h2>
<pre tabindex="0"><code>HTTP/1.1 ${String(example.value['status'])}
Content-Type: application/problem+json

${escapeHtml(JSON.stringify(example.value, null, 2))}
</code></pre>`;

/** What all contracts together show of a problem. */
const exampleOf = (contracts: readonly Contract[], code: string): ProblemExample | undefined => {
  const examples = contracts.flatMap(({ problems }) => problems.get(code) ?? []);
  const [first] = examples;
  return first && { ...first, occurrences: examples.flatMap(({ occurrences }) => occurrences) };
};

const problemPage = async (
  code: string,
  example: ProblemExample | undefined,
  textDirectory: URL,
  resolveLink: (path: string) => ResolveLink,
): Promise<Page> => {
  const path = pathOf(code);
  const { type, status, title, message } = allProblems.get(code)!;
  const text = await readFile(new URL(`${code}.md`, textDirectory), 'utf8');
  const html = `<p class="crumb"><a href="./">Problems</a></p>
<h1>${escapeHtml(title)}</h1>
<p class="facts"><span>Status <strong>${status}</strong></span> <span>Code <code>${code}</code></span>
<span>Type <code>${type}</code></span></p>
<blockquote><p>${escapeHtml(message)}</p></blockquote>
${renderMarkdown(text, resolveLink(path)).html}
<h2>Where it occurs</h2>
${example?.elsewhere === undefined ? renderOccurrences(example?.occurrences ?? [], path) : renderProse(example.elsewhere)}
${renderExample(example)}`;
  return { path, title, html };
};

const indexPage = (): Page => {
  const rows = [...allProblems].map(([code, { status, title }]) => {
    return `<tr><td>${status}</td><td><a href="${code}"><code>${code}</code></a></td><td>${escapeHtml(title)}</td></tr>`;
  });
  const html = `<h1>Problems</h1>
<p>Every error is <code>application/problem+json</code> (RFC 9457). Decide by <code>code</code>. The <code>type</code> of an
error is its name as a URI, the same on every installation; the <code>Link</code> header of the answer leads to its page here. Log <code>request_id</code> and quote it when you ask for support.</p>
<p><strong>A 503 never says that nothing happened, and neither does a timeout.</strong> Send the same request again.</p>
<div class="wide" tabindex="0"><table><thead><tr><th>Status</th><th>Code</th><th>Title</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`;
  return { path: 'problems/index', title: 'Problems', group: 'Reference', html };
};

/** A page for each problem code, and their list. Fails when a code has no text in docs/problems. */
export const problemPages = async (
  contracts: readonly Contract[],
  textDirectory: URL,
  resolveLink: (path: string) => ResolveLink,
): Promise<readonly Page[]> => [
  indexPage(),
  ...(await Promise.all(
    codes.map((code) => problemPage(code, exampleOf(contracts, code), textDirectory, resolveLink)),
  )),
];
