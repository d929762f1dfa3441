import type { DomNode, FormatCallback } from 'html-to-text';
import type { RenderBudget } from '../render-budget.js';

/**
 * Quotes and lists print something before every line they hold, so a text grows with each of them that it stands in.
 * These formatters do what those of html-to-text do, and look at the mail's budget wherever they lengthen lines.
 */

export const blockquote: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2, reservedLineLength: 2 });
  walk(element.children, builder);
  builder.closeBlock({
    trailingLineBreaks: 2,
    blockTransform: (text) => withPrefix(trimLineBreaks(text), '> ', '> ', budgetOf(builder)),
  });
};

export const unorderedList: FormatCallback = (element, walk, builder) => list(element, walk, builder, () => ' * ');

export const orderedList: FormatCallback = (element, walk, builder) => {
  let next = Number(element.attribs?.['start'] || '1');
  const print = markers.get(element.attribs?.['type']) ?? String;
  list(element, walk, builder, () => ` ${print(next++)}. `);
};

type Walk = Parameters<FormatCallback>[1];
type BlockTextBuilder = Parameters<FormatCallback>[2];

function list(element: DomNode, walk: Walk, builder: BlockTextBuilder, nextMarker: () => string): void {
  const nested = element.parent?.name === 'li';
  const items = (element.children ?? [])
    .filter((child) => child.type !== 'text' || !/^\s*$/.test(child.data ?? ''))
    .map((child) => {
      if (child.name !== 'li') return { child, marker: '' };
      return { child, marker: nested ? nextMarker().trimStart() : nextMarker() };
    });
  if (items.length === 0) return;
  const width = items.reduce((widest, { marker }) => Math.max(widest, marker.length), 0);

  builder.openList({ interRowLineBreaks: 1, leadingLineBreaks: nested ? 1 : 2, maxPrefixLength: width });
  for (const { child, marker } of items) {
    builder.openBlock({ leadingLineBreaks: 1, reservedLineLength: width });
    walk([child], builder);
    builder.closeBlock({
      trailingLineBreaks: 1,
      blockTransform: (text) => withPrefix(text, marker.padEnd(width), ' '.repeat(width), budgetOf(builder)),
    });
  }
  builder.closeList({ trailingLineBreaks: nested ? 1 : 2 });
}

/** What html-to-text was given beside the html. Its types do not know of it. */
const budgetOf = (builder: BlockTextBuilder): RenderBudget =>
  (builder as BlockTextBuilder & { readonly metadata: RenderBudget }).metadata;

function withPrefix(text: string, first: string, others: string, budget: RenderBudget): string {
  budget.checkTime('text made from the html');
  const lines = others ? text.replaceAll('\n', `\n${others}`) : text;
  if (lines.length > budget.left) budget.exceed('output', 'text made from the html');
  return first + lines;
}

function trimLineBreaks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text[start] === '\n') start += 1;
  while (end > start && text[end - 1] === '\n') end -= 1;
  return text.slice(start, end);
}

const letters = (index: number): string => {
  if (!Number.isSafeInteger(index) || index < 1) return String(index);
  let word = '';
  for (let rest = index; rest > 0; rest = Math.floor((rest - 1) / 26))
    word = String.fromCharCode(97 + ((rest - 1) % 26)) + word;
  return word;
};

const numerals = [
  ['m', 1000],
  ['cm', 900],
  ['d', 500],
  ['cd', 400],
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
] as const;

const roman = (index: number): string => {
  if (!Number.isSafeInteger(index) || index < 1 || index > 3_999) return String(index);
  let rest = index;
  let numeral = '';
  for (const [sign, value] of numerals) {
    numeral += sign.repeat(Math.floor(rest / value));
    rest %= value;
  }
  return numeral;
};

const markers = new Map<string | undefined, (index: number) => string>([
  ['a', letters],
  ['A', (index) => letters(index).toUpperCase()],
  ['i', roman],
  ['I', (index) => roman(index).toUpperCase()],
]);
