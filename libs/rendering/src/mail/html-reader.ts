import { decodeHTML, decodeHTMLAttribute } from 'entities';

export interface HtmlSink {
  /** The text with decoded entities. */
  text(text: string): void;
  /** `source` is the whole tag, for `parseAttributes`. */
  open(name: string, source: string): void;
  close(name: string): void;
}

/** Elements without a closing tag. */
export const voidElements = new Set(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr'.split(
    ' ',
  ),
);

/** Elements whose content is not HTML and not visible in an email. */
const unread = new Set(['script', 'style', 'title', 'textarea', 'xmp', 'iframe', 'noembed', 'noframes']);

const tagName = /<\/?([a-z][^\s/>]*)/iy;
const attribute = /[\s/]*([^\s=>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/gy;

/** Text is read in pieces of this length. */
const pieceLength = 65_536;
const maxEntityLength = 40;

/**
 * Reads HTML in one pass, like browsers, in linear time. Skips comments, including Outlook's conditional ones. Before
 * each tag and each piece of text it calls `goesOn`; returns whether it has read everything.
 */
export function readHtml(html: string, sink: HtmlSink, mayContinue: () => boolean): boolean {
  let from = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    const next = html.charCodeAt(at + 1);
    const marksUp = next === exclamation || next === question || next === slash || isLetter(next);
    if (!marksUp) {
      at += 1;
      continue;
    }
    if (!readText(html, from, at, sink, mayContinue) || !mayContinue()) return false;
    at =
      isLetter(next) || (next === slash && isLetter(html.charCodeAt(at + 2)))
        ? readTag(html, at, sink)
        : skip(html, at);
    from = at;
  }
  return readText(html, from, html.length, sink, mayContinue);
}

function readText(html: string, from: number, to: number, sink: HtmlSink, mayContinue: () => boolean): boolean {
  for (let at = from; at < to;) {
    let end = to;
    if (to - at > pieceLength) {
      end = at + pieceLength;
      const entity = html.lastIndexOf('&', end);
      if (entity > end - maxEntityLength) end = entity;
      else if (/[\uDC00-\uDFFF]/.test(html[end] ?? '')) end -= 1;
      if (!mayContinue()) return false;
    }
    sink.text(decoded(html.slice(at, end)));
    at = end;
  }
  return true;
}

/** Attributes by name in lower case; the first counts if a name is repeated. */
export function parseAttributes(source: string): Map<string, string> {
  const attributes = new Map<string, string>();
  attribute.lastIndex = 1 + nameAt(source, 0).length;
  for (let found = attribute.exec(source); found; found = attribute.exec(source)) {
    const [, written = '', double, single, plain] = found;
    const name = written.toLowerCase();
    if (!attributes.has(name)) attributes.set(name, decodedAttribute(double ?? single ?? plain ?? ''));
  }
  return attributes;
}

function readTag(html: string, at: number, sink: HtmlSink): number {
  const name = nameAt(html, at).toLowerCase();
  const end = endOfTag(html, at + 1 + name.length);
  if (html.charCodeAt(at + 1) === slash) {
    sink.close(name);
    return end;
  }
  if (!unread.has(name)) {
    sink.open(name, html.slice(at, end));
    return end;
  }
  const closing = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  closing.lastIndex = end;
  const found = closing.exec(html);
  return found ? endOfTag(html, closing.lastIndex) : html.length;
}

function nameAt(html: string, at: number): string {
  tagName.lastIndex = at;
  return tagName.exec(html)?.[1] ?? '';
}

/** The offset after a comment, a doctype or an instruction. */
function skip(html: string, at: number): number {
  const comment = html.startsWith('<!--', at);
  const end = html.indexOf(comment ? '-->' : '>', at + 2);
  return end < 0 ? html.length : end + (comment ? 3 : 1);
}

/** The offset after the `>` that is not in a quoted value. */
function endOfTag(html: string, from: number): number {
  let before = 0;
  for (let at = from; at < html.length; at += 1) {
    const code = html.charCodeAt(at);
    if (code === greater) return at + 1;
    if ((code === doubleQuote || code === singleQuote) && before === equals) {
      at = html.indexOf(code === doubleQuote ? '"' : "'", at + 1);
      if (at < 0) return html.length;
      before = 0;
    } else if (code > space) before = code;
  }
  return html.length;
}

const decoded = (text: string): string => (text.includes('&') ? decodeHTML(text) : text);
const decodedAttribute = (value: string): string => (value.includes('&') ? decodeHTMLAttribute(value) : value);

const space = 0x20;
const exclamation = 0x21;
const doubleQuote = 0x22;
const singleQuote = 0x27;
const slash = 0x2f;
const equals = 0x3d;
const greater = 0x3e;
const question = 0x3f;

const isLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
