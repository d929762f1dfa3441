import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MessageSummary } from './mailpit-api.js';
import type { ParsedMail, Part } from './parsed-mail.js';

/**
 * Isolates an email's HTML: no scripts, forms or frames, and its own origin, so that it cannot read the mailbox. Links
 * open in a new tab. Images and fonts may be remote, as in an email client that shows remote content.
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

/** The HTML of an email for display: `cid:` images (RFC 2392) refer to their parts, links open in a new tab. */
export function toHtmlView(html: string, parts: Part[], partUrl: (part: Part) => string): string {
  const byContentId = new Map(parts.filter(({ ContentID }) => ContentID !== '').map((part) => [part.ContentID, part]));
  const withImages = html.replace(reference, (whole, before: string, contentId: string) => {
    const part = byContentId.get(contentId) ?? byContentId.get(decodeOrKeep(contentId));
    return part ? before + partUrl(part) : whole;
  });
  return insertIntoHead(withImages, '<base target="_blank">');
}

/** Inserts after `<head>`, or after the doctype: content before the doctype would switch the browser to quirks mode. */
function insertIntoHead(html: string, element: string): string {
  const head = /<head(?:\s[^<>]*)?>/i.exec(html) ?? /^\s*<!doctype[^<>]*>/i.exec(html);
  const end = head ? head.index + head[0].length : 0;
  return html.slice(0, end) + element + html.slice(end);
}

function decodeOrKeep(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** The summary for lists, and the searched fields. */
export interface IndexedMail {
  summary: MessageSummary;
  searchable: { from: string; to: string; subject: string; body: string };
}

export function toIndexedMail(mail: ParsedMail): IndexedMail {
  const summary = mail.summary();
  const names = (addresses: MessageSummary['To']) =>
    addresses.map(({ Name, Address }) => `${Name} <${Address}>`.toLowerCase()).join(', ');
  return {
    summary,
    searchable: {
      from: names([summary.From]),
      to: names([...summary.To, ...summary.Cc, ...summary.Bcc]),
      subject: summary.Subject.toLowerCase(),
      body: mail.searchable(),
    },
  };
}

/** The modules of the script, in the order of their imports. */
export const pageModules = ['elements', 'format', 'state', 'list', 'views', 'mail', 'main'] as const;

/**
 * The page on `/`. It contains no email data: its script loads data from the API and inserts it as text, never as HTML.
 * Script and style are inlined, so that the policy can allow exactly these by hash; `'self'` would also allow other
 * content of the catcher, such as attachments. `%API_URL%` in the HTML stands for the API URL.
 */
export function renderPage(apiUrl: string): { html: string; contentSecurityPolicy: string } {
  const style = read('style.css');
  const script = `'use strict';\n(() => {\n${pageModules.map((name) => withoutModuleSyntax(read(`${name}.js`))).join('\n')}})();\n`;
  return {
    html: read('index.html')
      .replace('<link rel="stylesheet" href="style.css">', () => `<style>${style}</style>`)
      .replace('<script type="module" src="main.js"></script>', () => `<script>${script}</script>`)
      .replaceAll('%API_URL%', () => escapeHtml(apiUrl)),
    contentSecurityPolicy: [
      "default-src 'none'",
      `script-src '${sha256(script)}'`,
      `style-src '${sha256(style)}'`,
      'img-src data:',
      "connect-src 'self'",
      "frame-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  };
}

const read = (name: string): string => readFileSync(join(import.meta.dirname, 'page', name), 'utf8');

/** The inlined modules share one scope; page.spec.ts checks that their names are unique. */
const withoutModuleSyntax = (source: string): string =>
  source.replace(/^import [^;]*;\n/gm, '').replace(/^export (?=async |const |function )/gm, '');

const sha256 = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
