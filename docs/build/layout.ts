import { policyOf } from './content-policy.ts';
import { escapeHtml, hrefBetween, type Page } from './site.ts';

const groupOrder = ['Start', 'Guides', 'Reference', 'Running Turnpike', 'Building Turnpike'];

const renderMenu = (current: Page, pages: readonly Page[]): string =>
  groupOrder
    .map((group) => ({ group, members: pages.filter((page) => page.group === group) }))
    .filter(({ members }) => members.length > 0)
    .map(({ group, members }) => {
      const items = members.map((page) => {
        const here = page.path === current.path ? ' aria-current="page"' : '';
        return `<li><a href="${hrefBetween(current.path, page.path)}"${here}>${escapeHtml(page.title)}</a></li>`;
      });
      return `<h2>${group}</h2>\n<ul>${items.join('')}</ul>`;
    })
    .join('\n');

const renderHead = (page: Page): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policyOf(page.path).join('; ')}">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.title)} · Turnpike</title>
<link rel="icon" href="${hrefBetween(page.path, 'icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${hrefBetween(page.path, 'frame.css')}">`;

const renderHeader = (page: Page): string => {
  const to = (path: string): string => hrefBetween(page.path, path);
  return `<header class="top">
<a class="brand" href="${to('index')}">Turnpike <span>docs</span></a>
<nav aria-label="Main"><a href="${to('reference')}">API</a> <a href="${to('sandbox')}">Sandbox</a> <a href="${to('problems/index')}">Problems</a> <a class="to-menu" href="#menu">Menu</a></nav>
</header>`;
};

/** A page of text with the menu beside it; on a phone the menu follows the text. */
export const renderPage = (page: Page, pages: readonly Page[]): string => `${renderHead(page)}
<link rel="stylesheet" href="${hrefBetween(page.path, 'site.css')}">
</head>
<body>
<a class="skip" href="#content">To the content</a>
${renderHeader(page)}
<div class="columns">
<main id="content">
${page.html}
</main>
<nav id="menu" aria-label="All pages">
${renderMenu(page, pages)}
</nav>
</div>
</body>
</html>
`;

/** The reference takes the whole window: Scalar has a menu of its own. */
export const renderReference = (page: Page): string => `${renderHead(page)}
<link rel="stylesheet" href="reference.css">
</head>
<body class="reference">
${renderHeader(page)}
${page.html}
</body>
</html>
`;
