import { Marked } from 'marked';
import { escapeHtml } from './site.ts';

export type Markdown = { readonly title: string; readonly html: string };

/** The address of a link's target as seen from the page, or null where the site has none: then the text stays alone. */
export type ResolveLink = (href: string) => string | null;

const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/<[^>]+>|&[a-z]+;/g, '')
    .replace(/[^\p{L}\p{N}_\s-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');

const createMarked = (resolveLink: ResolveLink): Marked => {
  const seen = new Map<string, number>();
  const uniqueSlug = (text: string): string => {
    const slug = slugOf(text);
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  };
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ tokens, depth }) {
        const content = this.parser.parseInline(tokens);
        const id = uniqueSlug(content);
        return `<h${depth} id="${id}">${content} <a class="anchor" href="#${id}" aria-label="Link to this part">#</a></h${depth}>\n`;
      },
      link({ href, title, tokens }) {
        const content = this.parser.parseInline(tokens);
        const address = resolveLink(href);
        if (address === null) return content;
        const hint = title ? ` title="${escapeHtml(title)}"` : '';
        return `<a href="${escapeHtml(address)}"${hint}>${content}</a>`;
      },
      code({ text, lang }) {
        const label = lang ? ` data-language="${escapeHtml(lang)}"` : '';
        return `<pre tabindex="0"${label}><code>${escapeHtml(text)}\n</code></pre>\n`;
      },
    },
    hooks: {
      // Wide tables scroll on their own, the page does not.
      postprocess: (html) =>
        html.replaceAll('<table>', '<div class="wide" tabindex="0"><table>').replaceAll('</table>', '</table></div>'),
    },
  });
  return marked;
};

/** The first heading of the text is its title and stays part of the page. */
export const renderMarkdown = (text: string, resolveLink: ResolveLink): Markdown => {
  const html = createMarked(resolveLink).parse(text, { async: false });
  const title = /^#\s+(.+)$/m.exec(text)?.[1]?.replace(/[`*_]/g, '') ?? 'Untitled';
  return { title, html };
};

/** Prose of the contract: a line of it, or paragraphs and lists. */
export const renderInline = (text: string): string => new Marked({ gfm: true }).parseInline(text, { async: false });
export const renderProse = (text: string): string => new Marked({ gfm: true }).parse(text, { async: false });
