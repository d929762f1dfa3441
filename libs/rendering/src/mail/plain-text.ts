import { compile } from 'html-to-text';
import type { FormatCallback } from 'html-to-text';

/**
 * How much html is turned into text: what follows is left out. Open elements cost the parser time in proportion to how many are
 * open already, so the number of tags bounds the worst case (some 0.3 s); a real mail of 100 KB has about 3,000.
 */
const maximumLength = 1_048_576;
const maximumTags = 20_000;
const maximumDepth = 200;

/** Cells of a row stand side by side. Layout tables hold blocks, between which the space disappears. */
const cell: FormatCallback = (element, walk, builder) => {
  walk(element.children, builder);
  builder.addInline(' ');
};

const convert = compile({
  wordwrap: 78,
  limits: { maxInputLength: maximumLength, maxDepth: maximumDepth },
  formatters: { cell },
  selectors: [
    { selector: '[style*="display:none"]', format: 'skip' },
    { selector: '[style*="display: none"]', format: 'skip' },
    { selector: 'tr', format: 'block' },
    { selector: 'td', format: 'cell' },
    { selector: 'th', format: 'cell' },
    { selector: 'img', format: 'skip' },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
});

/** The text part of a mail that has only html, made from the rendered html. Images and hidden elements (previews) are left out, links keep their address. */
export const plainTextOf = (html: string): string => convert(html.slice(0, endOfTags(html))).trim();

function endOfTags(html: string): number {
  let at = -1;
  for (let tags = 0; tags <= maximumTags; tags += 1) {
    at = html.indexOf('<', at + 1);
    if (at < 0) return html.length;
  }
  return at;
}
