import { compile } from 'html-to-text';
import type { FormatCallback } from 'html-to-text';
import type { RenderBudget } from '../render-budget.js';
import { anchor } from './anchor.js';
import { blockquote, orderedList, unorderedList } from './prefixed-blocks.js';
import { shallowHtml } from './shallow-html.js';

/** How much html is turned into text; the text says where more follows. A real mail of 100 KB has about 3,000 tags. */
const maximumLength = 1_048_576;
const maximumTags = 20_000;
const maximumDepth = 200;
/** Up to so many the parser costs little, however they are nested. */
const harmlessTags = 2_000;

const whereItEnds = '[This text is shortened: the HTML part of this mail has all of it.]';

/** Cells of a row stand side by side. Layout tables hold blocks, between which the space disappears. */
const cell: FormatCallback = (element, walk, builder) => {
  walk(element.children, builder);
  builder.addInline(' ');
};

const convert: (html: string, budget: RenderBudget) => string = compile({
  wordwrap: 78,
  limits: { maxDepth: maximumDepth },
  formatters: { cell, anchor, blockquote, unorderedList, orderedList },
  selectors: [
    { selector: '[style*="display:none"]', format: 'skip' },
    { selector: '[style*="display: none"]', format: 'skip' },
    { selector: 'tr', format: 'block' },
    { selector: 'td', format: 'cell' },
    { selector: 'th', format: 'cell' },
    { selector: 'img', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
});

/** `cut`: why it is not the text of all the html. */
type PlainText = { readonly text: string; readonly cut?: string };

/**
 * The text part of a mail that has only html, made from the rendered html. Images and hidden elements (previews) are left
 * out, links keep their address.
 */
export function plainTextOf(html: string, budget: RenderBudget): PlainText {
  budget.checkTime('text made from the html');
  const most = budget.htmlOfText;
  if (most && (html.length > most.length || endOfTags(html, most.tags) < html.length))
    budget.exceed('output', 'text made from the html');
  const end = endOfTags(html, maximumTags);
  const taken = html.slice(0, Math.min(end, endOfLength(html)));
  const bounded = endOfTags(taken, harmlessTags) < taken.length ? shallowHtml(taken, maximumDepth) : taken;
  const whole = convert(bounded, budget).trim();
  const cut = whyCut(html, end);
  const text = cut ? `${whole}\n\n${whereItEnds}` : whole;
  budget.checkTime('text made from the html');
  return { text: budget.print(text, 'text made from the html'), ...(cut && { cut }) };
}

function whyCut(html: string, endOfTags: number): string | undefined {
  if (endOfTags < Math.min(html.length, maximumLength))
    return `it has more than ${maximumTags.toLocaleString('en-US')} tags`;
  if (html.length > maximumLength) return 'it is longer than 1 MB';
  return undefined;
}

/** Not between the halves of a character. */
const endOfLength = (html: string): number =>
  /[\uD800-\uDBFF]/.test(html[maximumLength - 1] ?? '') ? maximumLength - 1 : maximumLength;

/** Where the tag begins that is one too many. */
function endOfTags(html: string, most: number): number {
  let at = -1;
  for (let tags = 0; tags <= most; tags += 1) {
    at = html.indexOf('<', at + 1);
    if (at < 0) return html.length;
  }
  return at;
}
