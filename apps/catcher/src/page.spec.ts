import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { pageModules, renderPage, toHtmlView } from './page.js';
import { expectProcessorTime } from '@postrider/processor-time';
import type { Part } from './parsed-mail.js';

const part: Part = {
  PartID: '2',
  FileName: 'a.png',
  ContentType: 'image/png',
  ContentID: 'a@b',
  Size: 0,
  content: new Uint8Array(),
  isInline: true,
};
const view = (html: string) => toHtmlView(html, [part], ({ PartID }) => `/part/${PartID}`);

describe('toHtmlView', () => {
  it.each([
    ['<img src="cid:a@b">', '<img src="/part/2">'],
    ["<td background='cid:a%40b'>", "<td background='/part/2'>"],
    ['<td style="background:url(cid:a@b)">', '<td style="background:url(/part/2)">'],
    ['<img src=CID:a@b>', '<img src=/part/2>'],
    ['<img src="cid:unknown">', '<img src="cid:unknown">'],
    ['<img src="cid:%zz">', '<img src="cid:%zz">'],
    ['<p>cid:a@b</p>', '<p>cid:a@b</p>'],
  ])('%s', (html, shown) => {
    expect(view(html)).toBe(`<base target="_blank">${shown}`);
  });

  it.each([
    [
      '<!doctype html><html><head lang="en"><title>',
      '<!doctype html><html><head lang="en"><base target="_blank"><title>',
    ],
    ['<!DOCTYPE html>\n<p>', '<!DOCTYPE html><base target="_blank">\n<p>'],
    ['<header><p>', '<base target="_blank"><header><p>'],
  ])('opens links in a new tab and keeps the doctype first: %s', (html, shown) => {
    expect(view(html)).toBe(shown);
  });

  it('takes linear time for hostile HTML', async () => {
    await expectProcessorTime(() => view('<head '.repeat(500_000) + '= "cid'.repeat(500_000)), 500);
  });
});

const folder = join(import.meta.dirname, 'page');
const moduleSource = (name: string) => readFileSync(join(folder, `${name}.js`), 'utf8');
const between = (html: string, open: string, close: string) =>
  html.slice(html.indexOf(open) + open.length, html.indexOf(close));
const hashText = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('the page of the catcher', () => {
  const { html, contentSecurityPolicy } = renderPage('http://localhost:3000/api/v1');

  it('has a valid script that never parses strings as HTML', () => {
    const script = between(html, '<script>', '</script>');
    expect(() => new Script(script)).not.toThrow();
    expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc|\beval\b/);
  });

  it('contains all modules in the order of their imports', () => {
    const files = readdirSync(folder).filter((file) => file.endsWith('.js'));
    expect(pageModules.map((name) => `${name}.js`).toSorted()).toEqual(files.toSorted());
    for (const [index, name] of pageModules.entries()) {
      const imported = [...moduleSource(name).matchAll(/^import [^;]* from '\.\/(\w+)\.js';$/gm)].map(
        ([, from]) => from,
      );
      expect(pageModules.slice(0, index)).toEqual(expect.arrayContaining(imported));
    }
    expect(between(html, '<script>', '</script>')).not.toMatch(/^(import|export)\b/m);
  });

  it('has unique names across modules, which share one scope', () => {
    const declared = pageModules.flatMap((name) =>
      [...moduleSource(name).matchAll(/^(?:export )?(?:async )?(?:const|let|function) (\w+)/gm)].map(([, own]) => own),
    );
    expect(declared.length).toBeGreaterThan(20);
    expect(declared.filter((own, index) => declared.indexOf(own) !== index)).toEqual([]);
  });

  it('allows only its own script and style', () => {
    expect(contentSecurityPolicy).toContain(`script-src ${hashText(between(html, '<script>', '</script>'))};`);
    expect(contentSecurityPolicy).toContain(`style-src ${hashText(between(html, '<style>', '</style>'))};`);
    expect(contentSecurityPolicy).not.toContain('unsafe');
    expect(html).not.toMatch(/ style="| on[a-z]+="/);
  });

  it('shows how to send a first email with the configured API URL', () => {
    expect(html).toContain('URL=http://localhost:3000/api/v1\n');
    expect(renderPage('http://x/$&"><i>').html).toContain('URL=http://x/$&#38;&#34;&#62;&#60;i&#62;\n');
  });
});
