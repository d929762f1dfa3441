import { convert } from 'html-to-text';
import { RenderBudget } from '../render-budget.js';
import { processorTimeOf } from '../testing/processor-time.js';
import { renderVersion } from '../testing/rendering.js';
import { plainTextOf } from './plain-text.js';
import { shallowHtml } from './shallow-html.js';

const textOf = (html: string): string => plainTextOf(html, new RenderBudget()).text;
const tagsAllowed = 20_000;

describe('quotes and lists', () => {
  it.each([
    '<p>a</p><blockquote>b<br>c<blockquote><p>d</p><p>e</p></blockquote></blockquote><p>f</p>',
    '<blockquote>\n\n<pre>\n\na\n\n b\n\n</pre></blockquote>g',
    '<blockquote></blockquote>x',
    '<ul><li>a</li><li>b<ul><li>c</li><li><p>d</p><p>e</p></li></ul></li></ul>after',
    '<ul><li><p>a</p></li><li>b<br>c</li> stray <div>d<br>e</div></ul>x',
    '<ul><ul><li>a</li></ul><li></li></ul><ul></ul>y',
    '<ol start="9"><li>a</li><li>b<br>c</li></ol>',
    '<ol type="a"><li>a</li><li>b</li></ol><ol type="A" start="26"><li>c</li><li>d</li></ol>',
    '<ol type="i" start="3"><li>a</li><li>b</li></ol><ol type="I" start="1998"><li>c</li><li>d</li></ol>',
    `<blockquote><ul><li>${'many words '.repeat(20)}<blockquote>${'more words '.repeat(20)}</blockquote></li></ul></blockquote>`,
    '<pre>x\n<ul><li>a\n b\n</li></ul></pre>',
    'a<li>b</li>c',
  ])('%s reads as html-to-text writes it', (html) => {
    expect(textOf(html)).toBe(convert(html, { wordwrap: 78 }).trim());
  });

  it.each([
    ['<ol type="i" start="10000"><li>a</li></ol>', '10000. a'],
    ['<ol type="A" start="0"><li>a</li></ol>', '0. a'],
    ['<ol type="constructor"><li>a</li></ol>', '1. a'],
    ['<ol type="__proto__"><li>a</li></ol>', '1. a'],
  ])('%s has numbers where there is no such numeral', (html, text) => {
    expect(textOf(html)).toBe(text);
  });
});

describe('links', () => {
  it.each([
    '<a href="https://x.example/">text <b>in</b> bold</a> after',
    '<a href="https://x.example/">https://x.example/</a>',
    '<a href="mailto:a@x.example">a@x.example</a> <a href="mailto:a@x.example">write</a>',
    '<a href="#top">top</a> <a>no address</a> <a href="">empty</a>',
    '<p>x<a href="https://x.example/"><span></span></a>y</p>',
    '<a href="/a?b=1&amp;c=2"><div>block</div></a>',
  ])('%s reads as html-to-text writes it', (html) => {
    const selectors = [{ selector: 'a', options: { hideLinkHrefIfSameAsText: true } }];
    expect(textOf(html)).toBe(convert(html, { wordwrap: 78, selectors }).trim());
  });

  it('inside each other cost no more than beside each other', async () => {
    const html = `${'<a href="x">'.repeat(190)}${'a '.repeat(250_000)}`;
    expect(await processorTimeOf(() => Promise.resolve(textOf(html)))).toBeLessThan(500);
    expect(textOf('<a href="x">a <a href="y">b</a></a>')).toBe('a b [y] [x]');
  });
});

describe('a text that is cut', () => {
  const shortened = '[This text is shortened: the HTML part of this mail has all of it.]';

  it.each([
    ['has more than 20,000 tags', '<br>'.repeat(tagsAllowed + 1)],
    ['is longer than 1 MB', 'word '.repeat(209_716)],
  ])('says so where the html %s, and the log has a note', async (reason, html) => {
    const { text, notes } = await renderVersion({ html: '<p>seen</p>{{{html}}}' }, { html });
    expect(text.startsWith('seen')).toBe(true);
    expect(text.endsWith(`\n\n${shortened}`)).toBe(true);
    expect(notes).toEqual([`The text made from the html was cut: it ${reason}.`]);
  });

  it('is cut no sooner, and never inside a character', async () => {
    const whole = await renderVersion({ html: `<p>seen</p>${'<br>'.repeat(tagsAllowed - 2)}last` }, {});
    expect(whole.text).toMatch(/last$/);
    expect(whole.notes).toEqual([]);
    const { text } = plainTextOf(`x${'\u{1f600}'.repeat(524_300)}`, new RenderBudget());
    expect(text.isWellFormed()).toBe(true);
  });
});

describe('html of many tags', () => {
  const long = (tag: string) => tag.padEnd(40, 'x');

  it.each([
    ['closed by others', `<${long('a')}>`.repeat(10_000) + `</${long('b')}>`.repeat(10_000)],
    [
      'closed inside comments only',
      `<${long('a')}><!--</${long('a')}>-->`.repeat(5_000) + `</${long('b')}>`.repeat(4_000),
    ],
    [
      'closed inside attributes only',
      `<${long('a')} x" ></${long('a')}><i ">`.repeat(4_000) + `</${long('b')}>`.repeat(4_000),
    ],
    [
      'closed inside a title only',
      `<${long('a')}><title></${long('a')}></title>`.repeat(4_000) + `</${long('b')}>`.repeat(4_000),
    ],
    [
      'closed inside bogus comments only',
      `<${long('a')}></ </${long('a')}>`.repeat(5_000) + `</${long('b')}>`.repeat(4_000),
    ],
  ])('%s costs little', async (_, html) => {
    textOf('<p>warm</p>');
    const cost = await processorTimeOf(() => Promise.resolve(textOf(html)));
    expect(cost).toBeLessThan(500);
  });

  it.each([
    '<table><tr><td>a &lt;b&gt; c</td><td class="x>y" style=\'a\'>d</td></tr></table>',
    '<!-- <p>no</p> --><p>yes <b>bold</b> and <a href="https://x.example/?a=1&amp;b=2">this</a><br>2 < 3<P>next</p>',
    '<style>p > b { }</style><script>if (a < b) "</p>"</script><div style="display:none">no</div><ul><li>one<li>two</ul>',
    '<?xml version="1.0"?><!doctype html><p title="a \'<b>\' c">text</p></div><img src="x" alt="y"/><hr/>after',
  ])('%s reads the same', (html) => {
    expect(textOf(shallowHtml(html, 200))).toBe(textOf(html));
    const many = html.repeat(400);
    expect(textOf(many)).toBe(textOf(shallowHtml(many, 200)));
  });

  it('keeps the text of what is nested too deep', () => {
    expect(textOf(`${'<div>'.repeat(3_000)}deep${'</div>'.repeat(3_000)}<p>after</p>`)).toBe('deep\n\nafter');
  });
});
