import { readFileSync } from 'node:fs';
import { parseExactly } from '@postrider/numbers';
import { closeMjmlPool, compileVersion } from './index.js';
import { getRejection, renderHtml, renderText } from './testing/rendering.js';

const page = (name: string): string => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');

afterAll(closeMjmlPool);

describe('docs/template-language.md', () => {
  const examples = [
    ...page('template-language.md').matchAll(/```mustache\n([^]*?)```\n```json\n([^]*?)```\n```text\n([^]*?)```/g),
  ];

  it.each(examples.map(([, template = '', data = '', result = '']) => [template, data, result]))(
    '%s',
    async (template, data, result) => {
      expect(await renderText(template, parseExactly(data))).toBe(result);
    },
  );

  it('has examples', () => {
    expect(examples.length).toBeGreaterThan(3);
  });

  const inJinja = [
    ...page('template-language.md').matchAll(/```jinja\n([^]*?)```\n```json\n([^]*?)```\n```text\n([^]*?)\n```/g),
  ];

  it.each(inJinja.map(([, template = '', data = '', result = '']) => [template, data, result]))(
    'in Jinja: %s',
    async (template, data, result) => {
      expect(await renderText(template, parseExactly(data))).toBe(result);
    },
  );

  it('has examples in Jinja', () => {
    expect(inJinja.length).toBeGreaterThan(2);
  });

  const [inHandlebars] = page('template-language.md').matchAll(
    /```handlebars\n([^]*?)```\n```json\n([^]*?)```\n```text\n([^]*?)```/g,
  );

  it('has an example in Handlebars', async () => {
    const [, text = '', data = '', result] = inHandlebars ?? [];
    expect(await renderText(text, parseExactly(data))).toBe(result);
  });

  const [sideBySide = ''] = page('template-language.md').split('## Mustache');
  const rows = sideBySide
    .split('\n')
    .filter((line) => /^\| [^|`]+ \| [`-]/.test(line))
    .map((line) =>
      [...line.matchAll(/ \| (?:`((?:[^`])*)`|-)(?= \|)/g)].map(([, tag = '']) => tag.replaceAll('\\|', '|')),
    );

  it.each(rows)('%s in Mustache is %s in Jinja and %s in Handlebars', async (mustache, jinja, handlebars) => {
    for (const [engine, html] of Object.entries({ mustache, jinja, handlebars })) {
      const source = { subject: 's', html, engine: engine as 'mustache' | 'jinja' | 'handlebars' };
      expect((await compileVersion(source, () => 'x')).artifact.engine).toBe(engine);
    }
  });

  it('shows the languages side by side', () => {
    expect(rows.length).toBeGreaterThan(8);
  });

  it.each(
    [...page('template-language.md').matchAll(/^\| (`\{.*`) \| (?:`(\{.*)`|.*) \|$/gm)].map((row) => [
      row[1] ?? '',
      row[2],
    ]),
  )('instead of %s', async (foreign, written) => {
    for (const [, tag = ''] of foreign.matchAll(/`([^`]+)`/g))
      expect(await getRejection({ html: tag.replace('\\|', '|') })).toMatch(/^html, line 1: /);
    if (written?.startsWith('{') && !written.includes('raw'))
      expect(typeof (await renderHtml(written, {}, { footer: '' }))).toBe('string');
  });
});

it('docs/mjml.md: its examples compile', async () => {
  const [receipt = '', gift = ''] = [...page('mjml.md').matchAll(/```xml\n([^]*?)```/g)].map(([, code = '']) => code);
  expect(await renderHtml(receipt, { customer: { name: 'Ada' } }, { footer: '' })).toContain('Thank you, Ada');
  const optional = `<mjml>${gift}</mjml>`;
  expect(await renderHtml(optional, { gift: { message: 'a pencil' } })).toContain('Your gift: a pencil');
  expect(await renderHtml(optional, {})).not.toContain('Your gift');
});
