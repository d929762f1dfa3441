import { expectProcessorTime } from '@postrider/processor-time';
import { renderLimits } from '../limits.js';
import { RenderBudget } from '../render-budget.js';
import { renderVersion } from '../testing/rendering.js';
import { toPlainText } from './plain-text.js';

/** Twice the time limit for the text of an email in a worker, in milliseconds. */
const maxMs = 500;

const toText = (html: string): string => toPlainText(html, new RenderBudget()).text;

const tagsAllowed = 200_000;

describe('quotes and lists', () => {
  it.each([
    [
      '<p>a</p><blockquote>b<br>c<blockquote><p>d</p><p>e</p></blockquote></blockquote><p>f</p>',
      'a\n\n> b\n> c\n> \n> > d\n> > \n> > e\n\nf',
    ],
    ['<blockquote>\n\n<pre>\n\na\n\n b\n\n</pre></blockquote>g', '> a\n> \n>  b\n\ng'],
    ['<blockquote></blockquote>x', '> \n\nx'],
    [
      '<ul><li>a</li><li>b<ul><li>c</li><li><p>d</p><p>e</p></li></ul></li></ul>after',
      ' * a\n * b\n   * c\n   \n   * d\n     \n     e\n\nafter',
    ],
    [
      '<ul><li><p>a</p></li><li>b<br>c</li> stray <div>d<br>e</div></ul>x',
      ' * a\n\n * b\n   c\n   stray\n   d\n   e\n\nx',
    ],
    ['<ul><ul><li>a</li></ul><li></li></ul><ul></ul>y', '    * a\n\n * \n\ny'],
    ['<ol start="9"><li>a</li><li>b<br>c</li></ol>', ' 9.  a\n 10. b\n     c'],
    [
      '<ol type="a"><li>a</li><li>b</li></ol><ol type="A" start="26"><li>c</li><li>d</li></ol>',
      ' a. a\n b. b\n\n Z.  c\n AA. d',
    ],
    [
      '<ol type="i" start="3"><li>a</li><li>b</li></ol><ol type="I" start="1998"><li>c</li><li>d</li></ol>',
      ' iii. a\n iv.  b\n\n MCMXCVIII. c\n MCMXCIX.   d',
    ],
    [
      `<blockquote><ul><li>${'many words '.repeat(20)}<blockquote>${'more words '.repeat(20)}</blockquote></li></ul></blockquote>`,
      '>  * many words many words many words many words many words many words many\n>    words many words many words many words many words many words many words\n>    many words many words many words many words many words many words many\n>    words\n>    \n>    > more words more words more words more words more words more words more\n>    > words more words more words more words more words more words more words\n>    > more words more words more words more words more words more words more\n>    > words',
    ],
    ['<pre>x\n<ul><li>a\n b\n</li></ul></pre>', 'x\n\n * a\n    b'],
    ['a<li>b</li>c', 'abc'],
  ])('%s has its text', (html, text) => {
    expect(toText(html)).toBe(text);
  });

  it.each([
    ['<ol type="i" start="10000"><li>a</li></ol>', ' 10000. a'],
    ['<ol type="A" start="0"><li>a</li></ol>', ' 0. a'],
    ['<ol type="constructor"><li>a</li></ol>', ' 1. a'],
    ['<ol type="__proto__"><li>a</li></ol>', ' 1. a'],
  ])('%s uses numbers if there is no such numeral', (html, text) => {
    expect(toText(html)).toBe(text);
  });
});

describe('links', () => {
  it.each([
    ['<a href="https://x.example/">text <b>in</b> bold</a> after', 'text in bold [https://x.example/] after'],
    ['<a href="https://x.example/">https://x.example/</a>', 'https://x.example/'],
    [
      '<a href="mailto:a@x.example">a@x.example</a> <a href="mailto:a@x.example">write</a>',
      'a@x.example write [a@x.example]',
    ],
    ['<a href="#top">top</a> <a>no address</a> <a href="">empty</a>', 'top no address empty'],
    ['<p>x<a href="https://x.example/"><span></span></a>y</p>', 'xhttps://x.example/y'],
    ['<a href="/a?b=1&amp;c=2"><div>block</div></a>', 'block\n[/a?b=1&c=2]'],
  ])('%s has its text', (html, text) => {
    expect(toText(html)).toBe(text);
  });

  it('cost no more nested than in sequence', async () => {
    const html = `${'<a href="x">'.repeat(190)}${'a '.repeat(250_000)}`;
    await expectProcessorTime(() => toText(html), maxMs);
    expect(toText('<a href="x">a <a href="y">b</a></a>')).toBe('a b [y] [x]');
  });
});

describe('the text of a link', () => {
  it.each([
    [
      'the text of its image',
      '<a href="https://x.example/"><img src="a.png" alt="Acme"></a>',
      'Acme [https://x.example/]',
    ],
    ['no text of an image that is no link', '<p><img src="a.png" alt="A man at a desk">Hello</p>', 'Hello'],
    ['its address once where the text is one', '<a href="https://www.x.example/">www.x.example</a>', 'www.x.example'],
    ['no telephone number', '<a href="tel:+4930123">030 123</a>', '030 123'],
    ['no part of the email', '<a href="cid:terms.pdf">our terms</a>', 'our terms'],
    ['no subject of an email', '<a href="mailto:a@x.example?subject=Hi">Write to us</a>', 'Write to us [a@x.example]'],
    ['nothing of an email without an address', '<a href="mailto:?subject=Look">Tell a friend</a>', 'Tell a friend'],
    [
      'its address in brackets where it is a picture without alt',
      '<p>Look: <a href="https://x.example/"><img src="a.png"></a></p><a href="https://y.example/"><img src="b.png" alt=""></a>',
      'Look: [https://x.example/]\n\n[https://y.example/]',
    ],
    [
      'the title of a picture without alt',
      '<a href="https://x.example/"><img src="a.png" title="Order now"></a> <a href="https://y.example/" title="Acme"><img src="b.png"></a>',
      'Order now [https://x.example/] Acme [https://y.example/]',
    ],
    [
      'no image beside its words',
      '<a href="https://x.example/"><img src="i.png"></a> <a href="https://x.example/">Find us</a>',
      'Find us [https://x.example/]',
    ],
    [
      'no image in a cell beside that of its words',
      '<table><tr><td><a href="https://x.example/"><img src="i.png"></a></td><td><a href="https://x.example/">Find us</a></td></tr></table>',
      'Find us [https://x.example/]',
    ],
  ])('is %s', (_, html, text) => {
    expect(toText(html)).toBe(text);
  });
});

describe('hidden content', () => {
  it.each([
    '<div hidden>no</div>',
    '<div style="DISPLAY : None !important">no</div>',
    "<span style='color:red;display:none'>no <b>no</b></span>",
    '<div style="visibility:hidden">no</div>',
    '<div style="max-height:0px;overflow:hidden">no</div>',
    '<div style="max-height:0">no<table><tr><td>no</td></tr></table></div>',
    '<div style="opacity:0">no</div>',
    '<span style="font-size:0;line-height:0">no</span>',
    '<span style="font-size:0px"><b>no</b></span>',
    '<div style="font:0/0 a">no</div>',
    '<template><p>no</p></template><svg><text>no</text></svg>',
    '<!--[if mso]><p>no</p><![endif]-->',
    `<div>${'&zwnj;&nbsp;'.repeat(90)}</div>`,
    `<div>${'&#847; &zwnj; &nbsp; &#8199; &shy; '.repeat(40)}</div>`,
  ])('%s is omitted', (html) => {
    expect(toText(`<p>before</p>${html}<p>after</p>`)).toBe('before\n\nafter');
  });

  it.each([
    ['a part of it that is seen', '<div style="visibility:hidden">no<p style="visibility:visible">yes</p></div>'],
    ['text in a layout without size', '<td style="font-size:0px"><div style="font-size:13px">yes</div></td>'],
    ['a style that hides at some width', '<div style="max-height:0.5em">yes</div>'],
    ['a cell that is closed by the next', '<table><tr><td style="display:none">no<td>yes</table>'],
    ['an end that has no beginning', '<table><tr><td hidden>no</div></td><td>yes</td></tr></table>'],
  ])('ends before %s', (_, html) => {
    expect(toText(html)).toBe('yes');
  });

  it('includes soft hyphens, but not joiners between letters', () => {
    expect(toText('<p>Donau&shy;dampf&#8203;schiff</p>')).toBe('Donaudampfschiff');
    expect(toText('<p>\u{1f469}\u200d\u{1f680} \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645</p>')).toBe(
      '\u{1f469}\u200d\u{1f680} \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
    );
  });
});

describe('a layout', () => {
  it('has a line per row', () => {
    const rows = [
      ['Item', 'Amount'],
      ['Pencil', '£0.50'],
      ['Paper', '£12.00'],
    ].map(([item, amount]) => `<tr><td><p>${item}</p></td><td align="right"><p>${amount}</p></td></tr>`);
    expect(toText(`<p>Your order:</p><table>${rows.join('\n')}</table><p>Thank you.</p>`)).toBe(
      'Your order:\n\nItem  Amount\nPencil  £0.50\nPaper  £12.00\n\nThank you.',
    );
  });

  it('has a paragraph for a row with one cell, and puts columns of prose below each other', () => {
    const prose = 'We roast on Wednesday, in batches of twelve kilos.';
    const cell = (text: string): string => `<td style="padding: 10px 25px">${text}</td>`;
    expect(toText(`<table><tr>${cell('One')}</tr><tr>${cell('Two')}</tr></table>`)).toBe('One\n\nTwo');
    expect(toText(`<table><tr>${cell(prose)}${cell(prose)}</tr></table>`)).toBe(`${prose}\n${prose}`);
    expect(toText('<table><tr><td>4 Harbour Lane</td></tr><tr><td>Cork</td></tr></table>')).toBe(
      '4 Harbour Lane\nCork',
    );
  });

  it('has no consecutive empty lines', () => {
    expect(toText('<p>a</p><br><br><p>&nbsp;</p><div><br></div><table><tr><td>&nbsp;</td></tr></table><p>b</p>')).toBe(
      'a\n\nb',
    );
    expect(toText('a<br><br><br>b<h1>c</h1>d')).toBe('a\n\nb\n\nc\n\nd');
    expect(toText('<pre>a\n\n\nb</pre>')).toBe('a\n\n\nb');
  });

  it('keeps the indentation of items, including the first and wrapped lines', () => {
    expect(toText(`<ul><li>one<li>${'many words '.repeat(8)}</ul>`)).toBe(
      ` * one\n * ${'many words '.repeat(6)}many\n   words many words`,
    );
    expect(toText('<table><tr><td><ol><li>one<li>two</ol></td></tr></table>')).toBe(' 1. one\n 2. two');
  });

  it('puts definitions after their terms', () => {
    expect(toText('<dl><dt>Date:</dt><dd>11 June</dd><dt>Place</dt><dd>Cork</dd></dl>')).toBe(
      'Date: 11 June\nPlace\nCork',
    );
  });

  it('reads like text written by a person', () => {
    const html = `
      <html><head><title>no</title><style>.a { color: red }</style></head>
      <body style="margin:0"><div style="display:none;max-height:0;font-size:1px">A preview &zwnj;&nbsp;&zwnj;&nbsp;</div>
      <!--[if mso]><table><tr><td><![endif]-->
      <table role="presentation" width="100%"><tbody><tr><td align="center" style="font-size:0px;padding:20px 0">
        <table><tr><td><a href="https://shop.example/"><img alt="Harbour Lane" src="logo.png" width="120"></a></td></tr></table>
        <table><tr><td style="padding:10px 25px"><div style="font-size:16px">Hello&nbsp;Ada,</div></td></tr>
        <tr><td style="padding:10px 25px"><div style="font-size:13px">Your order is on its way. It has
          two parcels.</div></td></tr></table>
        <table><tr><th>Parcel</th><th>Weight</th></tr><tr><td>1</td><td>2 kg</td></tr><tr><td>2</td><td>3 kg</td></tr></table>
        <table><tr><td bgcolor="#111"><a href="https://shop.example/t/1" style="font-size:14px">Follow it</a></td></tr></table>
        <p style="font-size:10px">Questions? <a href="tel:+35321">021 123</a> or <a href="mailto:hi@shop.example">hi@shop.example</a></p>
      </td></tr></tbody></table><img src="https://o.example/pixel.gif" alt="" width="1" height="1"></body></html>`;
    expect(toText(html)).toBe(
      [
        'Harbour Lane [https://shop.example/]',
        '',
        'Hello Ada,',
        '',
        'Your order is on its way. It has two parcels.',
        '',
        'Parcel  Weight',
        '1  2 kg',
        '2  3 kg',
        '',
        'Follow it [https://shop.example/t/1]',
        '',
        'Questions? 021 123 or hi@shop.example',
      ].join('\n'),
    );
  });
});

describe('a shortened text', () => {
  const shortened = '[This text is shortened: the HTML part of this email has all of it.]';

  it('says so, and the log has a note', async () => {
    const html = '<br>'.repeat(tagsAllowed + 1);
    const { text, notes } = await renderVersion({ html: '<p>seen</p>{{{html}}}' }, { html });
    expect(text).toBe(`seen\n\n${shortened}`);
    expect(notes).toEqual([
      expect.stringMatching(
        /^The text made from the html was cut: (it has more than 200,000 tags|reading it takes too long)\.$/,
      ),
    ]);
  });

  it('a text is shortened only above the limit', async () => {
    const html = `<p>seen</p>${'<br>'.repeat(tagsAllowed - 2)}last`;
    const patient = () => new RenderBudget({ ...renderLimits, milliseconds: 60_000 });
    expect(toPlainText(html, patient())).toEqual({ text: 'seen\n\nlast' });
    expect(toPlainText(`<br>${html}`, patient()).cut).toBe('it has more than 200,000 tags');
  });

  it.each([
    ['of a megabyte', `${'word '.repeat(209_716)}last`],
    ['of 60,000 tags', `${'<p><b>word</b></p>'.repeat(30_000)}last`],
  ])('does not occur %s', async (_, html) => {
    const { text, notes } = await renderVersion({ html: '{{{html}}}' }, { html });
    expect(text).toMatch(/last$/);
    expect(notes).toEqual([]);
  });
});

describe('HTML with many tags', () => {
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
    await expectProcessorTime(() => toText(html), maxMs);
  });

  it.each([
    ['<table><tr><td>a &lt;b&gt; c</td><td class="x>y" style=\'a\'>d</td></tr></table>', 'a <b> c  d'],
    [
      '<!-- <p>no</p> --><p>yes <b>bold</b> and <a href="https://x.example/?a=1&amp;b=2">this</a><br>2 < 3<P>next</p>',
      'yes bold and this [https://x.example/?a=1&b=2]\n2 < 3\n\nnext',
    ],
    [
      '<style>p > b { }</style><script>if (a < b) "</p>"</script><div style="display:none">no</div><ul><li>one<li>two</ul>',
      ' * one\n * two',
    ],
    [
      '<?xml version="1.0"?><!doctype html><p title="a \'<b>\' c">text</p></div><img src="x" alt="y"/><hr/>after',
      `text\n\n${'-'.repeat(78)}\n\nafter`,
    ],
  ])('%s is converted the same way when it is repeated', (html, text) => {
    expect(toText(html)).toBe(text);
    expect(toText(html.repeat(400))).toBe(
      toText(html + html)
        .slice(0, -text.length)
        .repeat(399) + text,
    );
  });

  it('keeps the text of elements that are nested too deep', () => {
    expect(toText(`${'<div>'.repeat(3_000)}deep${'</div>'.repeat(3_000)}<p>after</p>`)).toBe('deep\n\nafter');
  });
});
