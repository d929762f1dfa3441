import { snippetCycle } from './snippets.js';
import { compileVersion } from '../index.js';
import { getRejection, renderHtml, renderText } from '../testing/rendering.js';

describe('snippets', () => {
  const footer = { footer: '<p>Bye {{name}}</p>', 'macro: post card': 'card' };

  it.each([
    ['{% snippet "footer" %}', '<p>Bye Ada</p>'],
    ["{% snippet 'footer' %}", '<p>Bye Ada</p>'],
    ['{% snippet footer %}', '<p>Bye Ada</p>'],
    ['{%- snippet "macro: post card" -%}', 'card'],
    ['{% snippet macro: post card %}', 'card'],
    ['a {%- snippet footer -%} b', 'a<p>Bye Ada</p>b'],
    ['{{> macro: post card }}', 'card'],
    ['{% raw %}{% snippet footer %}{% endraw %}', '{% snippet footer %}'],
  ])('%j', async (html, expected) => {
    expect(await renderHtml(html, { name: 'Ada' }, footer)).toBe(expected);
  });

  it('are inlined as text: sections may open in one and close in another', async () => {
    expect(
      await renderHtml(
        '{% snippet open %}{{.}}{% snippet close %}',
        { list: [1, 2] },
        { open: '{{#list}}<', close: '>{{/list}}' },
      ),
    ).toBe('<1><2>');
  });

  it('are escaped for the part that uses them', async () => {
    expect(await renderText('{% snippet a %}{{> a}}', { v: '<' }, { a: '{{v}}' })).toBe('<<');
    expect(await renderHtml('{% snippet a %}{{> a}}', { v: '<' }, { a: '{{v}}' })).toBe('&lt;&lt;');
  });

  it('are all listed, including those of nested snippets and partials of every part', async () => {
    const bodies: Record<string, string> = { a: '{% snippet b %}', b: '{{> c}}', c: 'c', unused: '', __proto__: 'x' };
    const { snippetNames } = await compileVersion(
      { subject: '{% snippet c %}', html: '{% snippet a %}', text: '{{>a}}' },
      (name) => bodies[name],
    );
    expect(snippetNames).toEqual(['a', 'b', 'c']);
  });

  it('are rejected with their position if unknown, also inside snippets', async () => {
    expect(await getRejection({ html: '\n{% snippet "nope" %}' })).toBe('html, line 2: there is no snippet "nope"');
    expect(await getRejection({ html: 'x\n{% snippet a %}' }, { a: '\n\n{{ x|y }}' })).toMatch(
      /^html, line 2 \(snippet "a", line 3\): \{\{ x\|y \}\} uses a filter/,
    );
    expect(await getRejection({ html: '{% snippet %}' })).toMatch(/needs the name of a snippet/);
  });

  it('cannot include themselves', async () => {
    expect(await getRejection({ html: '{% snippet a %}' }, { a: 'x{% snippet a %}' })).toMatch(
      /the snippet "a" includes itself \(a > a\)/,
    );
    expect(await getRejection({ html: '{% snippet a %}' }, { a: '{% snippet b %}', b: '{% snippet a %}' })).toMatch(
      /includes itself \(a > b > a\)/,
    );
    expect(await getRejection({ html: '{{> a}}' }, { a: 'x{{> b}}', b: '{{> a}}' })).toMatch(
      /the snippet "a" includes itself without end/,
    );
  });

  it('may include themselves as partials if a section ends the recursion, with any indentation', async () => {
    const tree = {
      v: 1,
      kids: [
        { v: 2, kids: [{ v: 3, kids: [] }] },
        { v: 4, kids: [] },
      ],
    };
    expect(await renderText('{{> node}}', tree, { node: '{{v}}\n{{#kids}}\n  {{> node}}\n{{/kids}}\n' })).toBe(
      '1\n2\n3\n4\n',
    );
  });

  it('have limits for nesting and size, so that doubling ones cost nothing', async () => {
    const chain = (depth: number) =>
      Object.fromEntries(Array.from({ length: depth }, (_, i) => [`s${i}`, `{% snippet s${i + 1} %}`]));
    expect(await renderHtml('{% snippet s0 %}', {}, { ...chain(9), s9: 'end' })).toBe('end');
    expect(await getRejection({ html: '{% snippet s0 %}' }, { ...chain(11), s11: '' })).toMatch(
      /snippets are nested more than 10 deep/,
    );
    const doubling = Object.fromEntries(
      Array.from({ length: 9 }, (_, i) => [`s${i}`, `{% snippet s${i + 1} %}`.repeat(20)]),
    );
    const bodies: Record<string, string> = { ...doubling, s9: 'end' };
    let read = 0;
    const compiling = compileVersion({ subject: 'S', html: '{% snippet s0 %}' }, (name) => {
      read += 1;
      return bodies[name];
    });
    await expect(compiling).rejects.toThrow(/with its snippets is larger than 1 MB/);
    expect(read).toBeLessThan(100_000);
  });

  it('are not indented deeply over many lines', async () => {
    expect(await getRejection({ text: `${' '.repeat(100_000)}{{> lines}}` }, { lines: 'x\n'.repeat(100_000) })).toMatch(
      /with its snippets is larger than 1 MB/,
    );
  });

  it('are indented as partials on an indented line, except for their messages', async () => {
    const note = 'a\n{% trans %}b\nc{% endtrans %}\n{{#x}}\nd\n{{/x}}\ne';
    expect(await renderText('-\n  {{> note}}\n-', { x: true }, { note })).toBe('-\n  a\n  b\nc\n  d\n  e-');
  });

  it('that include themselves are found before they are used', () => {
    const cycle = (bodies: Record<string, string>) => snippetCycle('a', (name) => bodies[name]);
    expect(cycle({ a: 'x {% snippet a %}' })).toEqual(['a', 'a']);
    expect(cycle({ a: '{% snippet "b" %}', b: "{% snippet c %}{% snippet 'a' %}", c: '' })).toEqual(['a', 'b', 'a']);
    expect(cycle({ a: '{% snippet b %}', b: '{% snippet c %}', c: '{% snippet b %}' })).toBeUndefined();
    expect(cycle({ a: '{% raw %}{% snippet a %}{% endraw %}{{> a}}' })).toBeUndefined();
    expect(cycle({ a: '{% snippet gone %}{{ unclosed' })).toBeUndefined();
  });
});
