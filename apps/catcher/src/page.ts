import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MessageSummary } from './mailpit-api.js';
import type { ParsedMail, Part } from './parsed-mail.js';

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

/** What a list shows of a mail, and what it is searched by. */
export interface Look {
  summary: MessageSummary;
  searchable: { from: string; to: string; subject: string; body: string };
}

export function toLook(mail: ParsedMail): Look {
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

/** The script's modules, each after those that it imports. */
export const pageModules = ['elements', 'format', 'state', 'list', 'views', 'mail', 'main'] as const;

/**
 * The page on `/`. It holds nothing of any mail: its script asks the API and puts what it gets in as text, never as HTML.
 * Script and style are put into the one file that is served: the policy then lets run exactly these, by their hashes, where `'self'` would
 * let run whatever else the catcher serves, attachments among them. `%API_URL%` in the HTML stands for the API's address.
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

/** What modules give each other, they share in one scope; page.spec.ts sees to it that no two use the same name. */
const withoutModuleSyntax = (source: string): string =>
  source.replace(/^import [^;]*;\n/gm, '').replace(/^export (?=async |const |function )/gm, '');

const sha256 = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
