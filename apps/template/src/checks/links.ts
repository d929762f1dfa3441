import type { Source } from '../artifacts/compiler.js';

/** The links that a check shows; one does not read more. */
const most = 500;

export interface Link {
  readonly part: 'html' | 'amp_html' | 'text';
  readonly url: string;
}

const inMarkup = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;
const inText = /\bhttps?:\/\/(?:\{\{[^{}]*\}\}|[^\s<>"'{}])+/gi;

/** The links in the source of a version, in their order. */
export function linksIn({ html, ampHtml, text }: Source): Link[] {
  const links: Link[] = [];
  const add = (part: Link['part'], source: string | undefined, pattern: RegExp): void => {
    for (const [whole, double, single] of source?.matchAll(pattern) ?? []) {
      if (links.length === most) return;
      links.push({ part, url: (double ?? single ?? whole).trim() });
    }
  };
  add('html', html, inMarkup);
  add('text', text, inText);
  add('amp_html', ampHtml, inMarkup);
  return links;
}
