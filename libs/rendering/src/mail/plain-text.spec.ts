import { convert } from 'html-to-text';
import { RenderBudget } from '../render-budget.js';
import { renderVersion } from '../testing/rendering.js';
import { plainTextOf } from './plain-text.js';

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
