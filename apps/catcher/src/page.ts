import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

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
