/** Links of an email that are rewritten (docs/operate/limits.md#tracking). */
export const maxLinks = 500;

/** Text to insert into the html, and its position. */
interface Insertion {
  readonly at: number;
  readonly text: string;
}

/**
 * Replaces link addresses in the html and inserts a text; all else is unchanged. `starts` are the positions of the
 * addresses, after their quotes. `toLink` returns the new address, or undefined to keep it; `index` counts the replaced
 * ones.
 */
export function rewriteHtml(
  html: string,
  starts: readonly number[],
  toLink: (value: string, index: number) => string | undefined,
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

/** The open pixel: an invisible image before the end of the body, or at the end. */
export const pixelIn = (html: string, address: string): Insertion => ({
  at: endOfBody(html),
  text: `<img src="${address}" width="1" height="1" alt="" style="display:block;border:0">`,
});

/** The closing tag is near the end, and usually in lower case. */
function endOfBody(html: string): number {
  const small = html.lastIndexOf('</body');
  const end = small < 0 ? html.lastIndexOf('</BODY') : small;
  return end < 0 ? html.length : end;
}
