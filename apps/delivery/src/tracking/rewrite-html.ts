/** What answers a link's own address in a mail for where it leads, and which of the mail's links it is. */
type ToLink = (url: string, index: number) => string;

/** So many links of a mail are looked at (docs/limits.md#tracking). */
export const mostLinks = 500;

/**
 * The html with other addresses in its links; `starts` is where theirs begin, each behind its quote. `targetOf` says where one leads, undefined leaves
 * it alone. Every other character stays.
 */
export function rewriteLinks(
  html: string,
  starts: readonly number[],
  targetOf: (written: string) => string | undefined,
  toLink: ToLink,
): string {
  let rewritten = '';
  let copied = 0;
  let index = 0;
  for (const start of starts.slice(0, mostLinks)) {
    const end = start < copied ? -1 : html.indexOf(html[start - 1]!, start);
    const target = end < 0 ? undefined : targetOf(html.slice(start, end));
    if (target === undefined) continue;
    rewritten += html.slice(copied, start) + toLink(target, index);
    copied = end;
    index += 1;
  }
  return rewritten + html.slice(copied);
}

/** The html with a picture nobody sees before its body ends, or at its end. */
export function addPixel(html: string, address: string): string {
  const pixel = `<img src="${address}" width="1" height="1" alt="" style="display:block;border:0">`;
  const end = endOfBody(html);
  return html.slice(0, end) + pixel + html.slice(end);
}

/** The body's closing tag is near the end: as written mostly, else in capitals. */
function endOfBody(html: string): number {
  const [small, capital] = [html.lastIndexOf('</body'), html.lastIndexOf('</BODY')];
  const end = Math.max(small, capital);
  return end < 0 ? html.length : end;
}
