import { Marked } from 'marked';

export interface Heading {
  readonly depth: number;
  readonly text: string;
  readonly slug: string;
}

/** A part of a page, from one heading to the next, as plain text. */
export interface Section {
  readonly heading: string;
  readonly slug: string;
  readonly text: string;
}

/** Where a link of a page leads on the site; undefined if the site does not have its target. */
export type LinkTarget = (href: string) => string | undefined;

/** HTML of a page. Raw HTML in it is omitted: pages contain only comments. */
export function renderMarkdown(markdown: string, resolveTarget: LinkTarget): { html: string; headings: Heading[] } {
  const headings: Heading[] = [];
  const slugs = new Slugs();
  const marked = new Marked({
    renderer: {
      html: () => '',
      heading({ tokens, depth, text }) {
        const slug = slugs.next(text);
        headings.push({ depth, text: plainText(text), slug });
        const content = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1 id="${slug}">${content}</h1>\n`;
        return `<h${depth} id="${slug}">${content} <a class="anchor" href="#${slug}" aria-label="Link to this section">#</a></h${depth}>\n`;
      },
      link({ href, tokens }) {
        const content = this.parser.parseInline(tokens);
        const target = resolveTarget(href);
        return target === undefined ? content : `<a href="${escapeHtml(target)}">${content}</a>`;
      },
      image({ href, text }) {
        const target = resolveTarget(href);
        return target === undefined ? escapeHtml(text) : `<img src="${escapeHtml(target)}" alt="${escapeHtml(text)}">`;
      },
      // Wide content scrolls by itself, also with the keyboard.
      code: ({ text }) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`,
      table({ header, rows }) {
        const row = (cells: typeof header, tag: string): string =>
          `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
        const isEmpty = header.every(({ text }) => text === '');
        const head = isEmpty ? '' : `<thead>${row(header, 'th')}</thead>`;
        const body = rows.map((cells) => row(cells, 'td')).join('');
        return `<div class="table" tabindex="0"><table>${head}<tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  return { html: marked.parse(markdown, { async: false }), headings };
}

/** The sections of a page, without its code. */
export function splitSections(markdown: string): Section[] {
  const slugs = new Slugs();
  return withoutBlocks(markdown)
    .split(/^(?=#{1,6} )/m)
    .filter((part) => part.startsWith('#'))
    .map((part) => {
      const [line = '', ...rest] = part.split('\n');
      const heading = line.replace(/^#+ +/, '').trim();
      return { heading: plainText(heading), slug: slugs.next(heading), text: plainText(rest.join(' ')) };
    });
}

/** The text of the first heading. */
export const getTitle = (markdown: string): string =>
  plainText(
    markdown
      .split('\n')
      .find((line) => line.startsWith('# '))
      ?.slice(2) ?? '',
  );

const withoutBlocks = (markdown: string): string => markdown.replace(/^ *```[^]*?^ *```$|<!--[^]*?-->/gm, '');

const plainText = (markdown: string): string =>
  markdown
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/[*`|]|---+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** The anchors of one page, as GitHub makes them: a heading that occurs twice gets a number. */
class Slugs {
  private readonly taken = new Set<string>();

  next(heading: string): string {
    const slug = toSlug(heading);
    let free = slug;
    for (let number = 1; this.taken.has(free); number++) free = `${slug}-${number}`;
    this.taken.add(free);
    return free;
  }
}

export const toSlug = (heading: string): string =>
  heading
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Mark}\p{Number}\p{Connector_Punctuation} -]/gu, '')
    .replaceAll(' ', '-');
