import { createHash } from 'node:crypto';
import { Script } from 'node:vm';
import { renderPage } from './page.js';

const between = (html: string, open: string, close: string) =>
  html.slice(html.indexOf(open) + open.length, html.indexOf(close));
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('the page of the catcher', () => {
  const { html, contentSecurityPolicy } = renderPage('http://localhost:3000/api/v1');

  it('has a script that parses and that never makes HTML of a string', () => {
    const script = between(html, '<script>', '</script>');
    expect(() => new Script(script)).not.toThrow();
    expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc|\beval\b/);
  });

  it('allows exactly its own script and style', () => {
    expect(contentSecurityPolicy).toContain(`script-src ${hashOf(between(html, '<script>', '</script>'))};`);
    expect(contentSecurityPolicy).toContain(`style-src ${hashOf(between(html, '<style>', '</style>'))};`);
    expect(contentSecurityPolicy).not.toContain('unsafe');
    expect(html).not.toMatch(/ style="| on[a-z]+="/);
  });

  it('tells how to send a first mail through the API it was given', () => {
    expect(html).toContain('URL=http://localhost:3000/api/v1\n');
    expect(renderPage('http://x/$&"><i>').html).toContain('URL=http://x/$&#38;&#34;&#62;&#60;i&#62;\n');
  });
});
