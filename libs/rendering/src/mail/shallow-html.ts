/** Elements that hold text only: no tag counts in them before their own closing one. */
const textOnly = new Set(['script', 'style', 'title', 'textarea', 'xmp', 'iframe', 'noembed', 'noframes', 'plaintext']);

const empty = new Set(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr'.split(
    ' ',
  ),
);

const markup = /<!--[^]*?(?:-->|$)|<[!?][^>]*>?|<(\/?)([a-z][^\s/>]*)((?:[^>"']+|"[^"]*"|'[^']*')*)>?/gi;

/**
 * The same html with no more than `depth` elements open at a time: deeper ones lose their tags and keep their text. The
 * parser compares a closing tag with all that is open, so tags that are never closed cost it the square of their number.
 * Comments go, and every `<` that is no tag here is written as text, so that the parser sees no tag that was not counted.
 */
export function shallowHtml(html: string, depth: number): string {
  const open: string[] = [];
  let shallow = '';
  let read = 0;
  markup.lastIndex = 0;
  for (let found = markup.exec(html); found; found = markup.exec(html)) {
    shallow += asText(html.slice(read, found.index));
    read = markup.lastIndex;
    const [, slash, written, attributes = ''] = found;
    if (written === undefined) continue;
    const name = written.toLowerCase();
    if (slash) {
      const at = open.lastIndexOf(name);
      if (at < 0) continue;
      open.length = at;
      shallow += `</${asText(name)}>`;
    } else if (textOnly.has(name)) {
      const closing = new RegExp(`</${name}[^>]*>?`, 'gi');
      closing.lastIndex = read;
      const end = closing.exec(html);
      const held = asText(html.slice(read, end?.index));
      shallow += `<${name}>${held}</${name}>`;
      read = end ? closing.lastIndex : html.length;
      markup.lastIndex = read;
    } else if (open.length < depth || empty.has(name)) {
      if (!empty.has(name)) open.push(name);
      shallow += `<${asText(written + attributes)}>`;
    }
  }
  return shallow + asText(html.slice(read));
}

const asText = (html: string): string => html.replaceAll('<', '&lt;');
