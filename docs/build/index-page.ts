import type { Contract } from './contract.ts';
import type { SiteDocument } from './documents.ts';
import { renderInline } from './markdown.ts';
import { escapeHtml, type Page } from './site.ts';

const cards = [
  {
    path: 'guides/first-payment',
    title: 'First payment',
    text: 'From nothing to a completed payment in five minutes.',
  },
  { path: 'guides/payouts', title: 'Payouts', text: 'Sending money out, and what may become of it.' },
  { path: 'guides/cancelling', title: 'Cancelling', text: 'Ending a payment, also while its create is running.' },
  {
    path: 'race-matrix',
    title: 'Race matrix',
    text: 'What becomes of a payment, for every order of what happens to it.',
  },
  { path: 'reference', title: 'API reference', text: 'Every operation, field, error and example of v1.' },
  { path: 'webhooks', title: 'Webhooks', text: 'How the outcome reaches you, and how to verify it.' },
  { path: 'sandbox', title: 'Sandbox', text: 'Which amount makes a provider decline, pay half or answer late.' },
  {
    path: 'guides/listing-operations',
    title: 'Listing operations',
    text: 'Page by page, for bookkeeping and support; what the shop can use.',
  },
  { path: 'guides/going-live', title: 'Going live', text: 'What a sound integration does, as a list to check.' },
  { path: 'sdk', title: 'TypeScript SDK', text: 'Types, retries and webhook verification in one small package.' },
  {
    path: 'writing-a-connector',
    title: 'Writing a connector',
    text: 'Connecting a bank or a payment system: one table, a few calls, signed callbacks.',
  },
  { path: 'connector-reference', title: 'Connector reference', text: 'What a connector serves, and what it tells.' },
  { path: 'mock', title: 'Mock', text: 'Any documented answer, without a gateway.' },
  { path: 'problems/index', title: 'Problems', text: 'What each error means and what to do about it.' },
];

const asAddress = (path: string): string => path.replace(/index$/, '');

type Shown = Contract & { readonly document: SiteDocument };

const operationsOf = ({ document, operations, title, version }: Shown): string => {
  const rows = operations.map(
    ({ method, path, summary, reference, anchor }) =>
      `<tr><td><code>${method.toUpperCase()} ${path}</code></td><td><a href="${reference}#${anchor}">${renderInline(summary)}</a></td></tr>`,
  );
  return `<h2 id="operations-${document.name}">Operations of ${document.name}</h2>
<div class="wide" tabindex="0"><table class="operations"><tbody>
${rows.join('\n')}
</tbody></table></div>
<p class="note">${escapeHtml(title)}, version ${escapeHtml(version)}. The document itself:
<a href="${document.download}">${document.download}</a>.</p>`;
};

/** The first page: where to go, and all operations by name. */
export const indexPage = (contracts: readonly Shown[], paths: ReadonlySet<string>): Page => {
  const items = cards
    .filter(({ path }) => paths.has(path))
    .map(({ path, title, text }) => `<li><a href="${asAddress(path)}"><strong>${title}</strong> ${text}</a></li>`);
  const html = `<h1>Turnpike</h1>
<p class="lead">${escapeHtml(contracts[0]?.summary ?? '')}</p>
<ul class="cards">
${items.join('\n')}
</ul>
${contracts.map(operationsOf).join('\n')}`;
  return { path: 'index', title: 'Documentation', html };
};
