import type { RenderBudget } from '../render-budget.js';
import type { Line } from './text-outline.js';
import { lineLength, sharedMargin } from './text-margin.js';

const of = 'text made from the html';
const linesBetweenChecks = 1_024;

/** Lines as they are read: wrapped between words, behind their margins, within what the mail may still print. */
export function layOut(lines: readonly Line[], budget: RenderBudget): string {
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
  const room = margin?.room ?? lineLength;
  const first = margin?.next() ?? '';
  if (kind === 'rule') printed.add(first + '-'.repeat(room));
  else if (kind === 'preformatted') printed.addMany(first, text.split('\n'), margin?.rest() ?? '');
  else if (text.length <= room) printed.add(first + text);
  else wrap(text, room, first, margin?.rest() ?? '', printed);
}

/** A word that is too long for a line stands in one of its own. */
function wrap(text: string, room: number, first: string, rest: string, printed: PrintedLines): void {
  let margin = first;
  let from = 0;
  while (text.length - from > room) {
    let end = text.lastIndexOf(' ', from + room);
    if (end <= from) end = text.indexOf(' ', from + room);
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
