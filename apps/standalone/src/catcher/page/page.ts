import { createHash } from 'node:crypto';
import { markup } from './markup.js';
import { script } from './script.js';
import { style } from './style.js';

/**
 * The page on `/`. It holds nothing of any mail: its script asks the API and puts what it gets in as text, never as HTML.
 * The policy lets run exactly this script and this style, by their hashes.
 */
export function renderPage(apiUrl: string): { html: string; contentSecurityPolicy: string } {
  return {
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Mail catcher</title>
<link rel="icon" href="${icon}">
<style>${style}</style>
</head>
<body>
${markup.replaceAll('%API_URL%', () => escapeHtml(apiUrl))}
<script>${script}</script>
</body>
</html>
`,
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

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#d9480f"/>' +
    '<path d="M7 11.5h18v10a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 7 21.5z" fill="#fff"/><path d="m7.5 11 8.5 7 8.5-7" fill="none" stroke="#d9480f" stroke-width="2"/></svg>',
)}`;

const sha256 = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
