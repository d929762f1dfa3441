import { Parser } from 'htmlparser2';
import type { Draft, Mail } from './draft.js';

/** A hint before sending: its id and its subject. The page holds the text. */
export interface Hint {
  readonly kind: HintKind;
  readonly about?: string | undefined;
}

export type HintKind =
  | 'link-empty'
  | 'link-insecure'
  | 'link-to-address'
  | 'link-shortened'
  | 'link-says-otherwise'
  | 'link-relative'
  | 'image-without-text'
  | 'image-not-loadable'
  | 'only-images'
  | 'subject-empty'
  | 'subject-long'
  | 'subject-shouts'
  | 'subject-marks'
  | 'tag-left'
  | 'form'
  | 'no-text-part'
  | 'no-preheader';

const maxHints = 50;
const shorteners = new Set('bit.ly tinyurl.com goo.gl t.co ow.ly is.gd buff.ly rb.gy cutt.ly tiny.cc'.split(' '));
/** Below it an email that has pictures counts as a picture of an email. */
const minTextLength = 80;
const longSubject = 70;

/** Read from the email that is shown, so that it is about addresses as recipients get them. */
export function hintsOf(mail: Mail, draft: Draft): readonly Hint[] {
  const hints: Hint[] = [...ofSubject(mail.subject), ...ofHtml(mail.html)];
  if (mail.html !== undefined && draft.preheader === '' && !draft.html.includes('<mj-preview'))
    hints.push({ kind: 'no-preheader' });
  if (mail.html !== undefined && draft.text === '') hints.push({ kind: 'no-text-part' });
  return hints.slice(0, maxHints);
}

function ofSubject(subject: string | undefined): readonly Hint[] {
  if (subject === undefined) return [];
  if (subject.trim() === '') return [{ kind: 'subject-empty' }];
  const letters = subject.replace(/\P{L}/gu, '');
  return [
    ...(subject.length > longSubject ? [{ kind: 'subject-long', about: String(subject.length) } as const] : []),
    ...(letters.length > 8 && letters === letters.toUpperCase() && letters !== letters.toLowerCase()
      ? [{ kind: 'subject-shouts' } as const]
      : []),
    ...(/[!?]{2,}|\${2,}/.test(subject) ? [{ kind: 'subject-marks' } as const] : []),
  ];
}

function ofHtml(html: string | undefined): readonly Hint[] {
  if (html === undefined) return [];
  const hints = new Map<string, Hint>();
  const add = (kind: HintKind, about?: string): void => {
    hints.set(`${kind} ${about ?? ''}`, { kind, about });
  };
  let [text, images] = ['', 0];
  let unread = 0;
  let link: { readonly href: string; text: string } | undefined;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'style' || name === 'script' || name === 'title') unread += 1;
      if (name === 'form') add('form');
      if (name === 'a' && attributes['href'] !== undefined) link = { href: attributes['href'].trim(), text: '' };
      if (name === 'img') {
        images += 1;
        ofImage(attributes, add);
      }
    },
    ontext(piece) {
      if (unread > 0) return;
      text += piece;
      if (link) link.text += piece;
    },
    onclosetag(name) {
      if (name === 'style' || name === 'script' || name === 'title') unread -= 1;
      if (name !== 'a' || !link) return;
      ofLink(link, add);
      link = undefined;
    },
  });
  parser.write(html);
  parser.end();
  if (images > 0 && text.replace(/\s+/g, ' ').trim().length < minTextLength) add('only-images');
  const left = /\{\{[^{}\n]{1,60}\}\}|\{%[^%\n]{1,60}%\}|\*\|[A-Z_:]{2,40}\|\*/.exec(text)?.[0];
  if (left) add('tag-left', left);
  return [...hints.values()];
}

type Add = (kind: HintKind, about?: string) => void;

function ofImage(attributes: Readonly<Record<string, string>>, add: Add): void {
  const source = attributes['src'] ?? '';
  if (attributes['alt'] === undefined) add('image-without-text', short(source));
  if (source && !/^(?:https?:|data:|cid:)/i.test(source)) add('image-not-loadable', short(source));
}

function ofLink({ href, text }: { readonly href: string; readonly text: string }, add: Add): void {
  if (href === '#unsubscribe' || href === '#webview') return;
  if (href === '' || href === '#') return add('link-empty', short(text.trim()));
  if (href.startsWith('#') || /^(?:mailto|tel|sms):/i.test(href)) return undefined;
  const url = URL.canParse(href) ? new URL(href) : undefined;
  if (!url) return add('link-relative', short(href));
  if (url.protocol === 'http:') add('link-insecure', short(href));
  if (/^(?:\d{1,3}\.){3}\d{1,3}$|^\[/.test(url.hostname)) add('link-to-address', short(href));
  if (shorteners.has(url.hostname)) add('link-shortened', url.hostname);
  const shownDomain = /^\s*(?:https?:\/\/)?((?:[\w-]+\.)+[a-z]{2,})(?:[/?#]\S*)?\s*$/i.exec(text)?.[1]?.toLowerCase();
  if (shownDomain && siteOf(shownDomain) !== siteOf(url.hostname))
    add('link-says-otherwise', `${shownDomain} → ${url.hostname}`);
  return undefined;
}

const siteOf = (host: string): string => host.split('.').slice(-2).join('.');
const short = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);
