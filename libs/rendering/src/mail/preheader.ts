const style =
  'display:none;font-size:1px;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden;mso-hide:all';

/** Puts the preheader, hidden, where mail clients look for a preview: right after the body's opening tag, else at the start. */
export function insertPreheader(html: string, preheader: string): string {
  const at = startOfBody(html);
  return `${html.slice(0, at)}<div style="${style}">${preheader}</div>${html.slice(at)}`;
}

/** The index after `<body ...>`, looking past comments and quoted attribute values; 0 if there is none. One pass. */
function startOfBody(html: string): number {
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    if (html.startsWith('<!--', at)) {
      at = html.indexOf('-->', at + 4);
      if (at < 0) return 0;
    } else if (/^<body[\s>/]/i.test(html.slice(at, at + 6))) {
      return endOfTag(html, at);
    }
  }
  return 0;
}

function endOfTag(html: string, start: number): number {
  let quote = '';
  for (let at = start; at < html.length; at += 1) {
    const character = html[at] as string;
    if (quote) {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") {
      quote = character;
    } else if (character === '>') {
      return at + 1;
    }
  }
  return 0;
}
