import { longestTarget } from '@postrider/links';

/** Syntax that a provider replaces (docs/tracking.md#links-that-are-left-alone). A `%` that encodes nothing is always some. */
const tagOfProvider = /%(?![0-9a-f]{2})|\{\{|\{%|\$\{|\*\||\[\[|\[%|<%|\[unsubscribe\]/i;

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Where a link leads whose address is written so in an attribute; undefined where it is to stay as it is: no address on the web, too long, with tags of
 * a provider, or written in a way that browsers and we might read differently.
 */
export function targetOf(written: string): string | undefined {
  // A character is written with at most ten others.
  if (written.length > 10 * longestTarget) return undefined;
  const url = decoded(written.trim());
  if (url === undefined || Buffer.byteLength(url) > longestTarget) return undefined;
  if (!/^https?:\/\//i.test(url) || /[\x00-\x20\x7f]/.test(url) || tagOfProvider.test(url)) return undefined;
  return url.isWellFormed() && URL.canParse(url) ? url : undefined;
}

/** The text of an attribute's value; undefined where it has a reference to a character that is not one of the usual. */
function decoded(written: string): string | undefined {
  if (!written.includes('&')) return written;
  let unusual = false;
  const text = written.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]*));/gi,
    (reference, decimal, hex, name) => {
      const code = Number(decimal ?? `0x${hex}`);
      const character = name === undefined ? characterOf(code) : named[name as string];
      unusual ||= character === undefined;
      return character ?? (reference as string);
    },
  );
  return unusual ? undefined : text;
}

/** HTML gives codes below 160 beyond ASCII, and those of no character, meanings of their own. */
const characterOf = (code: number): string | undefined =>
  (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff))
    ? String.fromCodePoint(code)
    : undefined;
