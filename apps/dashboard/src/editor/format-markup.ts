/** Block elements. White space around them is not significant. */
const blocks = new Set(
  'html head body title meta link style table thead tbody tfoot tr td th div section header footer main article center ul ol li p h1 h2 h3 h4 h5 h6 hr form fieldset blockquote address dl dt dd figure mjml'.split(
    ' ',
  ),
);
const voidElements = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
/** The content of these elements is not changed. */
const verbatim = /^<(pre|textarea|style|script|mj-style|mj-raw|mj-text|mj-button|mj-table|mj-preview|mj-title)\b/i;

type Token = {
  readonly kind: 'open' | 'close' | 'inline' | 'text' | 'keep';
  readonly text: string;
  readonly name?: string;
};

const piece =
  /\{%-?\s*(trans|raw)\b[\s\S]*?\{%-?\s*end\1\s*-?%\}|<!--[\s\S]*?-->|<!doctype[^>]*>|<\/?[a-z][\w:-]*(?:"[^"]*"|'[^']*'|\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}|[^<>"'{]|\{)*>|\{\{\{[\s\S]*?\}\}\}|\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}|\{#[\s\S]*?#\}|[^<{]+|[<{]/gi;

const indentation = '  ';

/**
 * Puts blocks on their own lines and indents their content. Changes only white space that browsers ignore. Translatable messages stay
 * unchanged, since their text is the key of the translation.
 */
export function formatMarkup(source: string): string {
  const lines: string[] = [];
  let [depth, line] = [0, ''];
  const flush = (): void => {
    if (line.trim() !== '') lines.push(indentation.repeat(Math.max(depth, 0)) + line.trim());
    line = '';
  };
  for (const token of readTokens(source)) {
    if (token.kind === 'text' || token.kind === 'inline') {
      line += token.text.startsWith('{') ? token.text : token.text.replace(/\s+/g, ' ');
      continue;
    }
    if (token.kind === 'keep') {
      flush();
      lines.push(indentation.repeat(Math.max(depth, 0)) + token.text.trim());
      continue;
    }
    if (token.kind === 'open') {
      flush();
      lines.push(indentation.repeat(Math.max(depth, 0)) + token.text.trim());
      if (!isEmptyElement(token)) depth += 1;
      continue;
    }
    flush();
    depth -= 1;
    appendClosingTag(lines, indentation.repeat(Math.max(depth, 0)), token.text);
  }
  flush();
  return `${lines.join('\n')}\n`;
}

/** `<td>` with one short line stays on one line. */
function appendClosingTag(lines: string[], indent: string, closing: string): void {
  const name = /^<\/([\w:-]+)/.exec(closing)?.[1];
  const [opened, only] = [lines.at(-2), lines.at(-1)];
  const isShort =
    name !== undefined &&
    opened !== undefined &&
    only !== undefined &&
    opened.startsWith(`${indent}<${name}`) &&
    only.startsWith(indent + indentation) &&
    !/^\s*<(?!a\b|b\b|i\b|span|strong|em|img)/.test(only) &&
    opened.length + only.trim().length + closing.length <= 120;
  if (isShort) lines.splice(-2, 2, opened + only.trim() + closing);
  else if (name !== undefined && only?.startsWith(`${indent}<${name}`) && !only.includes('\n'))
    lines.splice(-1, 1, only + closing);
  else lines.push(indent + closing);
}

const isEmptyElement = ({ name = '', text }: Token): boolean => voidElements.has(name) || text.endsWith('/>');

function* readTokens(source: string): Generator<Token> {
  let at = 0;
  while (at < source.length) {
    piece.lastIndex = at;
    const text = piece.exec(source)?.[0] ?? source.slice(at);
    at += text.length;
    const kept = verbatim.exec(text)?.[1];
    if (kept && !text.endsWith('/>')) {
      const end = new RegExp(`</${kept}\\s*>`, 'gi');
      end.lastIndex = at;
      const close = end.exec(source);
      const to = close ? close.index + close[0].length : source.length;
      yield { kind: 'keep', text: text + source.slice(at, to) };
      at = to;
    } else yield toToken(text);
  }
}

function toToken(text: string): Token {
  if (text.startsWith('<!'))
    return { kind: text.startsWith('<!--') && !text.includes('[if') ? 'inline' : 'keep', text };
  const element = /^<(\/?)([a-z][\w:-]*)/i.exec(text);
  if (element) {
    const name = (element[2] ?? '').toLowerCase();
    if (!blocks.has(name) && !name.startsWith('mj-')) return { kind: 'inline', text };
    return { kind: element[1] ? 'close' : 'open', name, text };
  }
  return { kind: 'text', text };
}
