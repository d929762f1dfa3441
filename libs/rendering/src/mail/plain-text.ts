import type { RenderBudget } from '../render-budget.js';
import { readHtml } from './html-reader.js';
import { HtmlText } from './html-text.js';
import type { Line } from './text-outline.js';
import { lineLength, sharedMargin } from './text-outline.js';

const style =
  'display:none;font-size:1px;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden;mso-hide:all';

/** The HTML with its preheader, and a function that maps the offsets of the original. */
interface WithPreheader {
  readonly html: string;
  moved(offset: number): number;
}

/**
 * Inserts the hidden preheader where email clients look for a preview: after the opening body tag, or at the start
 * without one.
 */
export function insertPreheader(html: string, preheader: string, budget: RenderBudget): WithPreheader {
  const at = startOfBody(html, budget);
  const inserted = `<div style="${style}">${preheader}</div>`;
  return {
    html: html.slice(0, at) + inserted + html.slice(at),
    moved: (offset) => (offset < at ? offset : offset + inserted.length),
  };
}

/** The index after `<body ...>`, ignoring comments and quoted attribute values; 0 if there is none. One pass. */
function startOfBody(html: string, budget: RenderBudget): number {
  const opening = /<!--|<body[\s>/]/gi;
  for (let found = opening.exec(html); found; found = opening.exec(html)) {
    budget.step('preheader');
    if (found[0] !== '<!--') return endOfTag(html, found.index);
    const end = html.indexOf('-->', found.index + 4);
    if (end < 0) return 0;
    opening.lastIndex = end + 1;
  }
  return 0;
}

function endOfTag(html: string, start: number): number {
  let quote = '';
  for (let at = start; at < html.length; at += 1) {
    const character = html[at] as string;
    if (quote) {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") {
      quote = character;
    } else if (character === '>') {
      return at + 1;
    }
  }
  return 0;
}

const of = 'text made from the html';
const linesBetweenChecks = 1_024;

/** The printed lines: wrapped between words, with their margins, within the output limit of the email. */
function layOut(lines: readonly Line[], budget: RenderBudget): string {
  const printed = new PrintedLines(budget);
  let before: Line | undefined;
  for (const line of lines) {
    if (before)
      for (let empty = 1; empty < line.breaks; empty += 1)
        printed.add(sharedMargin(before.margin, line.margin)?.rest() ?? '');
    print(line, printed);
    before = line;
  }
  return printed.text().trimEnd();
}

function print({ text, kind, margin }: Line, printed: PrintedLines): void {
  const width = margin?.availableWidth ?? lineLength;
  const first = margin?.next() ?? '';
  if (kind === 'rule') printed.add(first + '-'.repeat(width));
  else if (kind === 'preformatted') printed.addMany(first, text.split('\n'), margin?.rest() ?? '');
  else if (text.length <= width) printed.add(first + text);
  else wrap(text, width, first, margin?.rest() ?? '', printed);
}

/** A word that exceeds the line length gets its own line. */
function wrap(text: string, width: number, first: string, rest: string, printed: PrintedLines): void {
  let margin = first;
  let from = 0;
  while (text.length - from > width) {
    let end = text.lastIndexOf(' ', from + width);
    if (end <= from) end = text.indexOf(' ', from + width);
    if (end < 0) break;
    printed.add(margin + text.slice(from, end).trimEnd());
    margin = rest;
    from = text[end + 1] === ' ' ? end + 2 : end + 1;
  }
  printed.add(margin + text.slice(from));
}

class PrintedLines {
  private readonly lines: string[] = [];
  private length = 0;

  constructor(private readonly budget: RenderBudget) {}

  add(line: string): void {
    this.lines.push(line);
    this.length += line.length + 1;
    if (this.length > this.budget.left) this.budget.exceed('output', of);
    if (this.lines.length % linesBetweenChecks === 0) this.budget.checkTime(of);
  }

  addMany(first: string, [begin = '', ...others]: readonly string[], rest: string): void {
    this.add(first + begin);
    for (const line of others) this.add(rest + line);
  }

  text(): string {
    return this.lines.join('\n');
  }
}

/** Maximum number of tags, which limits the memory. A real email of 5 MB has about 150,000. */
const maximumTags = 200_000;
const tagsBetweenChecks = 256;

const shortenedNote = '[This text is shortened: the HTML part of this email has all of it.]';

/** `cut`: why the text is incomplete. */
type PlainText = { readonly text: string; readonly cut?: string };

/**
 * The text part of an email that has only HTML, generated from the rendered HTML. Hidden content (previews) is omitted,
 * links keep their address, and images that are links their text.
 */
export function toPlainText(html: string, budget: RenderBudget): PlainText {
  budget.checkTime(of);
  const limits = budget.htmlOfText;
  if (limits && (html.length > limits.length || tagsIn(html, limits.tags) > limits.tags)) budget.exceed('output', of);
  const reading = new HtmlText();
  const allowance = new LinkBudget(budget);
  const whole = readHtml(html, reading, () => allowance.mayContinue());
  reading.end();
  const read = layOut(reading.outline.lines, budget);
  const text = budget.print(whole ? read : `${read}\n\n${shortenedNote}`, of);
  budget.checkTime(of);
  return whole ? { text } : { text, cut: allowance.ended };
}

/**
 * Limits how much is read. A shortened text is better than no email, and an email without time left here is rendered in
 * a worker.
 */
class LinkBudget {
  ended = '';
  private tags = 0;

  constructor(private readonly budget: RenderBudget) {}

  mayContinue(): boolean {
    this.tags += 1;
    if (this.tags > maximumTags) this.ended = `it has more than ${maximumTags.toLocaleString('en-US')} tags`;
    else if (this.tags % tagsBetweenChecks === 0) {
      if (this.budget.htmlOfText) this.budget.checkTime(of);
      else if (this.budget.isTimeShort) this.ended = 'reading it takes too long';
    }
    return this.ended === '';
  }
}

/** Counts up to one above the maximum. */
function tagsIn(html: string, maxTags: number): number {
  let tags = 0;
  for (let at = html.indexOf('<'); at >= 0 && tags <= maxTags; at = html.indexOf('<', at + 1)) tags += 1;
  return tags;
}
