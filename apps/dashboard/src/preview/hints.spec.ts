import type { Draft, Mail } from './draft.js';
import { hintsOf } from './hints.js';

const draft: Draft = { subject: 's', preheader: 'p', html: '', text: 't', amp_html: '' };
const hintsIn = (mail: Mail): string[] =>
  hintsOf({ subject: 'Your receipt', ...mail }, draft).map(({ kind, about }) => (about ? `${kind}: ${about}` : kind));

describe('hints about an email', () => {
  it.each([
    ['<a href="">Pay</a>', 'link-empty: Pay'],
    ['<a href="http://a.example/x">x</a>', 'link-insecure: http://a.example/x'],
    ['<a href="https://192.0.2.1/x">x</a>', 'link-to-address: https://192.0.2.1/x'],
    ['<a href="https://bit.ly/x">x</a>', 'link-shortened: bit.ly'],
    ['<a href="https://evil.example/x">www.bank.test</a>', 'link-says-otherwise: www.bank.test → evil.example'],
    ['<a href="/orders">x</a>', 'link-relative: /orders'],
    ['<img src="https://a.example/a.png"><p>' + 'word '.repeat(40), 'image-without-text: https://a.example/a.png'],
    ['<img src="logo.png" alt="a"><p>' + 'word '.repeat(40), 'image-not-loadable: logo.png'],
    ['<img src="https://a.example/a.png" alt="a">Hi', 'only-images'],
    ['<p>Dear {{name}}</p>', 'tag-left: {{name}}'],
    ['<form></form>', 'form'],
  ])('reports %s', (html, hint) => expect(hintsIn({ html })).toEqual([hint]));

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
