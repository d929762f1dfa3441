import type { Draft, Mail } from './draft.js';
import { findHints } from './hints.js';

const draft: Draft = { subject: 's', preheader: 'p', html: '', text: 't', amp_html: '' };
const words = '<p>' + 'word '.repeat(40);
const dark = '<style>@media (prefers-color-scheme: dark) {}</style>';
const hintsIn = (mail: Mail): string[] =>
  findHints({ subject: 'Your receipt', ...mail }, draft).map(({ kind, about }) => (about ? `${kind}: ${about}` : kind));

describe('hints about an email', () => {
  it.each([
    ['<a href="">Pay</a>', 'link-empty: Pay'],
    ['<a href="http://a.example/x">x</a>', 'link-insecure: http://a.example/x'],
    ['<a href="https://192.0.2.1/x">x</a>', 'link-to-address: https://192.0.2.1/x'],
    ['<a href="https://bit.ly/x">x</a>', 'link-shortened: bit.ly'],
    ['<a href="https://evil.example/x">www.bank.test</a>', 'link-says-otherwise: www.bank.test → evil.example'],
    ['<a href="/orders">x</a>', 'link-relative: /orders'],
    ['<a href="https://localhost:3000/x">x</a>', 'link-to-private-host: https://localhost:3000/x'],
    ['<a href="https://10.1.2.3/x">x</a>', 'link-to-private-host: https://10.1.2.3/x'],
    ['<img src="https://a.example/a.png" width="9">' + words, 'image-without-text: https://a.example/a.png'],
    ['<img src="https://a.example/a.png" alt="">' + words, 'image-without-width: https://a.example/a.png'],
    ['<img src="logo.png" alt="a" width="9">' + words, 'image-not-loadable: logo.png'],
    ['<img src="http://a.example/a.png" alt="a" width="9">' + words, 'image-insecure: http://a.example/a.png'],
    ['<img src="data:image/png;base64,iVBOR" alt="a" width="9">' + words, 'image-embedded'],
    ['<img src="https://a.example/a.svg?v=2" alt="a" width="9">' + words, 'image-svg: https://a.example/a.svg?v=2'],
    ['<img src="https://a.example/a.png" alt="a" width="9">Hi', 'only-images'],
    ['x'.repeat(120 * 1024), 'html-long: 120'],
    ['<table bgcolor="white"><td style="color: #999">Hi</td></table>' + dark, 'low-contrast: #999999 / #ffffff: 2.8'],
    ['<div style="background:#fff;color:rgb(0, 128, 255)">Hi</div>' + dark, 'low-contrast: #0080ff / #ffffff: 3.8'],
    ['<body style="background-color:#fff">Hi</body>', 'no-dark-mode'],
    ['<div style="position: absolute">Hi</div>', 'unsupported: position'],
    ['<div style="width: var(--wide)">Hi</div>', 'unsupported: var()'],
    ['<video src="https://a.example/a.mp4"></video>', 'unsupported: <video>'],
    ['<p>Dear {{name}}</p>', 'tag-left: {{name}}'],
    ['<form></form>', 'form'],
  ])('reports %s', (html, hint) => expect(hintsIn({ html })).toEqual([hint]));

  it.each([
    ['large text', '<h1 style="font-size:28px;color:#888">Hi</h1>'],
    ['a hidden preheader', '<div style="display:none;color:#eee">Hi</div>'],
    ['text on an image', '<div style="background:url(https://a.example/a.png);color:#eee">Hi</div>'],
    ['a color that an inner element replaces', '<div style="color:#eee"><b style="color:#000">Hi</b></div>'],
    ['the style of an element that has ended', '<b style="color:#eee"></b>Hi'],
  ])('reports no contrast of %s', (_what, html) =>
    expect(hintsIn({ html: `${dark}<body style="background:#fff">${html}</body>` })).toEqual([]),
  );

  it('reports words that are typical of spam, each once', () => {
    expect(hintsIn({ subject: 'Act now', text: 'Act NOW, it is risk free' })).toEqual([
      'spam-words: act now, risk free',
    ]);
  });

  it('reports nothing about the parts of a sent email that only its author can add', () => {
    expect(findHints({ subject: 'Your receipt', html: '<p>Hi</p>' })).toEqual([]);
  });

  it('reports nothing about an ordinary email', () => {
    const html =
      '<a href="https://www.acme.example/r">acme.example</a><a href="#unsubscribe">x</a><a href="mailto:a@b.example">x</a>';
    expect(hintsIn({ html })).toEqual([]);
  });

  it('checks the subject as a mailbox shows it', () => {
    expect(hintsIn({ subject: ' ' })).toEqual(['subject-empty']);
    expect(hintsIn({ subject: 'READ THIS TODAY!!' })).toEqual(['subject-shouts', 'subject-marks']);
    expect(hintsIn({ subject: 'x'.repeat(71) })).toEqual(['subject-long: 71']);
  });
});
