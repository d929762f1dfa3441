/** So many links of a mail are looked at (docs/operate/limits.md#tracking). */
export const maxLinks = 500;

/** Something that comes into the html, and where. */
interface Insertion {
  readonly at: number;
  readonly text: string;
}

/**
 * The html with other addresses in its links, and with what is inserted; every other character stays. `starts` is where the addresses begin, each behind
 * its quote. `toLink` answers an address for the one that is written there, undefined leaves it alone; `index` counts those it did not.
 */
export function rewriteHtml(
  html: string,
  starts: readonly number[],
  toLink: (written: string, index: number) => string | undefined,
  insertion?: Insertion,
): string {
  let rewritten = '';
  let copied = 0;
  const copy = (end: number): void => {
    if (insertion && copied <= insertion.at && insertion.at <= end) {
      rewritten += html.slice(copied, insertion.at) + insertion.text;
      copied = insertion.at;
    }
    rewritten += html.slice(copied, end);
    copied = end;
  };
  let index = 0;
  for (const start of starts.slice(0, maxLinks)) {
    const end = start < copied ? -1 : html.indexOf(html[start - 1]!, start);
    const link = end < 0 ? undefined : toLink(html.slice(start, end), index);
    if (link === undefined) continue;
    copy(start);
    rewritten += link;
    copied = end;
    index += 1;
  }
  copy(html.length);
  return rewritten;
}

/** A picture nobody sees, before the body ends or at the end. */
export const pixelIn = (html: string, address: string): Insertion => ({
  at: endOfBody(html),
  text: `<img src="${address}" width="1" height="1" alt="" style="display:block;border:0">`,
});

/** The body's closing tag is near the end: as written mostly, else in capitals. */
function endOfBody(html: string): number {
  const small = html.lastIndexOf('</body');
  const end = small < 0 ? html.lastIndexOf('</BODY') : small;
  return end < 0 ? html.length : end;
}
