/** The names that emails use; Python knows more than two thousand. */
const named: Record<string, string> = Object.assign(Object.create(null), {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  euro: '€',
  pound: '£',
  yen: '¥',
  cent: '¢',
  sect: '§',
  deg: '°',
  times: '×',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
  ntilde: 'ñ',
  zwnj: '\u200c',
  shy: '\u00ad',
});

/** The text of an HTML fragment with single spaces: MarkupSafe's striptags. */
export const stripTags = (html: string): string =>
  unescape(
    without(without(html, '<!--', '-->'), '<', '>')
      .split(/\s+/)
      .filter(Boolean)
      .join(' '),
  );

/** The text outside of such brackets; an unclosed bracket is text. */
function without(text: string, open: string, close: string): string {
  let out = '';
  let at = 0;
  for (;;) {
    const start = text.indexOf(open, at);
    const end = start < 0 ? -1 : text.indexOf(close, start);
    if (end < 0) return out + text.slice(at);
    out += text.slice(at, start);
    at = end + close.length;
  }
}

/** Entities that HTML also accepts without a semicolon. */
const withoutSemicolon: ReadonlySet<string> = new Set([
  ...['amp', 'lt', 'gt', 'quot', 'nbsp', 'copy', 'reg', 'laquo', 'raquo', 'middot', 'pound', 'yen', 'cent', 'sect'],
  ...['deg', 'times', 'auml', 'ouml', 'uuml', 'Auml', 'Ouml', 'Uuml', 'szlig', 'eacute', 'egrave', 'agrave', 'ccedil'],
  ...['ntilde', 'shy'],
]);

const reference = /&(?:#(\d{1,7});?|#[xX]([\da-fA-F]{1,6});?|([a-zA-Z]{2,8})(;?))/g;

const unescape = (text: string): string =>
  text.replace(reference, (written, decimal?: string, hex?: string, name?: string, end?: string) => {
    if (name !== undefined) return decodeNamed(name, end === ';') ?? written;
    const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '\ufffd';
  });

function decodeNamed(name: string, ended: boolean): string | undefined {
  if (ended && named[name] !== undefined) return named[name];
  for (let length = name.length; length >= 2; length -= 1) {
    const prefix = name.slice(0, length);
    if (withoutSemicolon.has(prefix)) return `${named[prefix]}${name.slice(length)}${ended ? ';' : ''}`;
  }
  return undefined;
}
