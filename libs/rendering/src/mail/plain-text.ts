import type { RenderBudget } from '../render-budget.js';
import { readHtml } from './html-reader.js';
import { HtmlText } from './html-text.js';
import { layOut } from './text-layout.js';

/** How many tags are read: what they take in memory is bounded, too. A real mail of 5 MB, and none is longer, has some 150,000. */
const maximumTags = 200_000;
const tagsBetweenChecks = 256;

const whereItEnds = '[This text is shortened: the HTML part of this mail has all of it.]';

/** `cut`: why it is not the text of all the html. */
type PlainText = { readonly text: string; readonly cut?: string };

/**
 * The text part of a mail that has only html, made from the rendered html. What nobody sees (previews) is left out, links keep their
 * address, images that are links their text.
 */
export function plainTextOf(html: string, budget: RenderBudget): PlainText {
  budget.checkTime('text made from the html');
  const most = budget.htmlOfText;
  if (most && (html.length > most.length || tagsIn(html, most.tags) > most.tags))
    budget.exceed('output', 'text made from the html');
  const reading = new HtmlText();
  const allowance = new Allowance(budget);
  const whole = readHtml(html, reading, () => allowance.goesOn());
  reading.end();
  const read = layOut(reading.outline.lines, budget);
  const text = budget.print(whole ? read : `${read}\n\n${whereItEnds}`, 'text made from the html');
  budget.checkTime('text made from the html');
  return whole ? { text } : { text, cut: allowance.ended };
}

/** How much is read: a text that is cut is better than no mail, and what has no time at all here has it in a worker. */
class Allowance {
  ended = '';
  private tags = 0;

  constructor(private readonly budget: RenderBudget) {}

  goesOn(): boolean {
    this.tags += 1;
    if (this.tags > maximumTags) this.ended = `it has more than ${maximumTags.toLocaleString('en-US')} tags`;
    else if (this.tags % tagsBetweenChecks === 0) {
      if (this.budget.htmlOfText) this.budget.checkTime('text made from the html');
      else if (this.budget.isShortOfTime) this.ended = 'reading it takes too long';
    }
    return this.ended === '';
  }
}

/** Counted no further than one too many. */
function tagsIn(html: string, most: number): number {
  let tags = 0;
  for (let at = html.indexOf('<'); at >= 0 && tags <= most; at = html.indexOf('<', at + 1)) tags += 1;
  return tags;
}
