import { cleanCss, cleanHtml } from './clean-html.js';

const shown = (html: string): string => cleanHtml(html, { images: true });

describe('sanitized HTML of an email', () => {
  it.each([
    ['a script', '<p>a</p><script>alert(1)</script><p>b</p>', '<p>a</p><p>b</p>'],
    ['what a script in a script hides', '<script><script></script>x</script>y', 'xy'],
    [
      'a handler',
      '<img src="https://a.example/x.png" onerror="alert(1)" alt="x">',
      '<img src="https://a.example/x.png" alt="x">',
    ],
    ['a handler in capitals', '<p OnClick=alert(1)>x</p>', '<p>x</p>'],
    ['a script as address', '<a href="javascript:alert(1)">x</a>', '<a href="#">x</a>'],
    ['one written in pieces', '<a href="java&#10;script:alert(1)">x</a>', '<a href="#">x</a>'],
    ['a refresh', '<meta http-equiv="refresh" content="0;url=https://evil.example">x', 'x'],
    ['frames', '<iframe src="https://evil.example">a</iframe><object data="x">b</object>c', 'c'],
    ['a base', '<base href="https://evil.example/">x', 'x'],
    ['a stylesheet from elsewhere', '<link rel="stylesheet" href="https://evil.example/x.css">x', 'x'],
    [
      'where a form goes',
      '<form action="https://evil.example"><input name="a"></form>',
      '<form><input name="a"></form>',
    ],
    ['a comment that browsers read otherwise', '<!--><img src=x onerror=alert(1)>-->x', /^(?!.*onerror)/],
    ['text that looks like a tag', '<textarea>&lt;/textarea&gt;&lt;img onerror=x&gt;</textarea>', /^(?!.*<img)/],
    [
      'an attribute that breaks out',
      `<p title='"><img src=x onerror=alert(1)>'>x</p>`,
      '<p title="&quot;&gt;&lt;img src=x onerror=alert(1)&gt;">x</p>',
    ],
    ['what SVG loads', '<svg><use href="https://evil.example/x.svg#a"></use></svg>', '<svg><use></use></svg>'],
    [
      'addresses beside ours',
      '<img src="/api/v1/session" alt="x"><img src="cid:logo" alt="y">',
      '<img alt="x"><img alt="y">',
    ],
  ])('removes %s', (_, html, expected) => {
    if (typeof expected === 'string') expect(shown(html)).toBe(expected);
    else expect(shown(html)).toMatch(expected);
  });

  it('keeps styles and layout', () => {
    const mail =
      '<table width="600" bgcolor="#fff"><tr><td style="color:red;background:url(https://a.example/b.png)">a &amp; b</td></tr></table>';
    expect(shown(mail)).toContain('style="color:red;background:url(https://a.example/b.png)"');
    expect(shown(mail)).toContain('a &amp; b');
    expect(shown('<style>p > a { color: red }</style>')).toBe('<style>p > a { color: red }</style>');
  });

  it('removes images when they are off', () => {
    const html =
      '<img src="https://a.example/x.png" alt="Logo"><td background="https://a.example/y.png" style="background:url(https://a.example/z.png)">';
    expect(cleanHtml(html, { images: false })).toBe('<img alt="Logo"><td style="background:none"></td>');
  });

  it('removes CSS imports', () => {
    expect(cleanCss('@import url("https://evil.example/x.css"); p { color: red }', true)).toBe(' p { color: red }');
    expect(cleanCss('p { background: url(javascript:alert(1)) }', true)).toBe('p { background: none }');
  });
});
