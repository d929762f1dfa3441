import type { Part } from './parsed-mail.js';

/**
 * Keeps a mail's HTML harmless: no script, no form, no frame, an origin of its own (so it cannot read the mailbox).
 * Links open in a new tab. Images and fonts may come from anywhere, as in a mail client that shows remote content.
 */
export const mailContentSecurityPolicy = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  'img-src * data:',
  "style-src 'unsafe-inline' https:",
  'font-src https: data:',
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

const reference = /(["'(=]\s*)cid:([^"'\s()<>]+)/gi;

/** The HTML of a mail as it is shown: `cid:` images (RFC 2392) point at their part, links open outside of the page. */
export function toHtmlView(html: string, parts: Part[], partUrl: (part: Part) => string): string {
  const byContentId = new Map(parts.filter(({ ContentID }) => ContentID !== '').map((part) => [part.ContentID, part]));
  const withImages = html.replace(reference, (whole, before: string, contentId: string) => {
    const part = byContentId.get(contentId) ?? byContentId.get(decodeOrKeep(contentId));
    return part ? before + partUrl(part) : whole;
  });
  return insertIntoHead(withImages, '<base target="_blank">');
}

/** After `<head>`, else after the doctype: anything before the doctype would switch the browser to quirks mode. */
function insertIntoHead(html: string, element: string): string {
  const place = /<head(?:\s[^<>]*)?>/i.exec(html) ?? /^\s*<!doctype[^<>]*>/i.exec(html);
  const end = place ? place.index + place[0].length : 0;
  return html.slice(0, end) + element + html.slice(end);
}

function decodeOrKeep(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
