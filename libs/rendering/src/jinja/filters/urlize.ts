const letters = String.raw`\p{L}\p{N}_`;
const address = new RegExp(
  `^((https?://|www\\.)(([${letters}%-]+\\.)+)?([a-z]{2,63}|xn--[${letters}%]{2,59})|([${letters}%-]{2,63}\\.)+(com|net|int|edu|gov|org|info|mil)|(https?://)((\\d{1,3}(\\.\\d{1,3}){3})|(\\[([\\da-f]{0,4}:){2}([\\da-f]{0,4}:?){1,6}\\])))(?::\\d{1,5})?(?:[/?#]\\S*)?$`,
  'iu',
);
const mailAddress = new RegExp(`^[^\\s@]+@[${letters}][${letters}.-]*\\.[${letters}]+$`, 'u');

/** Nobody writes a longer one; it bounds what the patterns may cost. */
const longestWord = 2_000;

/** Links around the addresses in escaped text, as Jinja 3 finds them. */
export function urlize(text: string, limit: number | undefined, rel: string, target: string | undefined): string {
  const attributes = (rel ? ` rel="${rel}"` : '') + (target ? ` target="${target.replace(/[&<>"']/g, '')}"` : '');
  const shown = (url: string): string =>
    limit !== undefined && url.length > limit ? `${url.slice(0, limit)}...` : url;
  return text
    .split(/(\s+)/)
    .map((word) => (word.length > longestWord || !/[.@:]/.test(word) ? word : linked(word, attributes, shown)))
    .join('');
}

const ending = /(?:[)>.,\n]|&gt;)$/;

function linked(word: string, attributes: string, shown: (url: string) => string): string {
  const head = /^(?:[(<]|&lt;)+/.exec(word)?.[0] ?? '';
  let middle = word.slice(head.length);
  let tail = '';
  for (let end = ending.exec(middle)?.[0]; end !== undefined; end = ending.exec(middle)?.[0]) {
    tail = end + tail;
    middle = middle.slice(0, -end.length);
  }
  for (const [open, close] of [
    ['(', ')'],
    ['<', '>'],
    ['&lt;', '&gt;'],
  ] as const) {
    const opened = count(middle, open);
    if (opened <= count(middle, close)) continue;
    for (let left = Math.min(opened, count(tail, close)); left > 0; left -= 1) {
      const end = tail.indexOf(close) + close.length;
      middle += tail.slice(0, end);
      tail = tail.slice(end);
    }
  }
  return head + link(middle, attributes, shown) + tail;
}

function link(middle: string, attributes: string, shown: (url: string) => string): string {
  if (address.test(middle)) {
    const href = /^https?:\/\//.test(middle) ? middle : `https://${middle}`;
    return `<a href="${href}"${attributes}>${shown(middle)}</a>`;
  }
  if (middle.startsWith('mailto:') && mailAddress.test(middle.slice(7)))
    return `<a href="${middle}">${middle.slice(7)}</a>`;
  if (middle.includes('@') && !/^(?:www\.|@)/.test(middle) && !middle.includes(':') && mailAddress.test(middle))
    return `<a href="mailto:${middle}">${middle}</a>`;
  return middle;
}

const count = (text: string, part: string): number => text.split(part).length - 1;
