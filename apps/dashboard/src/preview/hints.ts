import { Parser } from 'htmlparser2';
import { parseDeclarations, initialStyle, lowContrast, styleIn } from './contrast.js';
import type { Draft, Mail } from './draft.js';

/** A possible weakness of an email. `hint-list.tsx` has the text of each kind. */
export interface Hint {
  readonly kind: HintKind;
  readonly about?: string | undefined;
}

export type HintKind =
  | 'link-empty'
  | 'link-insecure'
  | 'link-to-address'
  | 'link-to-private-host'
  | 'link-shortened'
  | 'link-says-otherwise'
  | 'link-relative'
  | 'image-without-text'
  | 'image-without-width'
  | 'image-not-loadable'
  | 'image-insecure'
  | 'image-embedded'
  | 'image-svg'
  | 'only-images'
  | 'html-long'
  | 'low-contrast'
  | 'no-dark-mode'
  | 'unsupported'
  | 'subject-empty'
  | 'subject-long'
  | 'subject-shouts'
  | 'subject-marks'
  | 'spam-words'
  | 'tag-left'
  | 'form'
  | 'no-text-part'
  | 'no-preheader';

const maxHints = 50;
const shorteners = new Set('bit.ly tinyurl.com goo.gl t.co ow.ly is.gd buff.ly rb.gy cutt.ly tiny.cc'.split(' '));
/** An email with images and less text than this counts as only images. */
const minTextLength = 80;
const longSubject = 70;
/** Gmail clips the HTML after this many bytes. */
const gmailClipBytes = 102 * 1024;

/**
 * CSS and elements that Gmail (web) and Outlook (Windows) ignore and layouts depend on, from caniemail.com, 13 May
 * 2026.
 */
const ignoredElements = new Set('audio dialog embed iframe link meter object progress script svg video'.split(' '));
const ignoredProperties = new Set(
  'align-items clip-path filter flex-direction flex-wrap grid-template-areas grid-template-columns grid-template-rows inset justify-content position transform visibility z-index'.split(
    ' ',
  ),
);

const spamWords =
  /\b(?:100% free|act now|buy now|cash bonus|click here|congratulations, you|double your|earn money|extra income|free money|guaranteed|limited time|no obligation|order now|risk[- ]free|winner|you have been selected)\b/giu;
const privateHost =
  /^(?:localhost|(?:127|10)(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|[^.]+)$|\.(?:local|localhost|internal|test|invalid)$/i;

/** `mail` is as recipients get it, with its final URLs. `draft` is absent for an email that was sent. */
export function findHints(mail: Mail, draft?: Draft): readonly Hint[] {
  const hints: Hint[] = [...hintsForSubject(mail.subject), ...hintsForHtml(mail.html)];
  const words = new Set(
    `${mail.subject ?? ''}\n${mail.text ?? ''}`.match(spamWords)?.map((word) => word.toLowerCase()),
  );
  if (words.size > 0) hints.push({ kind: 'spam-words', about: [...words].slice(0, 8).join(', ') });
  if (draft && mail.html !== undefined && draft.preheader === '' && !draft.html.includes('<mj-preview'))
    hints.push({ kind: 'no-preheader' });
  if (draft && mail.html !== undefined && draft.text === '') hints.push({ kind: 'no-text-part' });
  return hints.slice(0, maxHints);
}

function hintsForSubject(subject: string | undefined): readonly Hint[] {
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

function hintsForHtml(html: string | undefined): readonly Hint[] {
  if (html === undefined) return [];
  const hints = new Map<string, Hint>();
  const add = (kind: HintKind, about?: string): void => {
    hints.set(`${kind} ${about ?? ''}`, { kind, about });
  };
  let [text, images] = ['', 0];
  let unread = 0;
  let hasDarkMode = false;
  const styles = [initialStyle];
  let link: { readonly href: string; text: string } | undefined;
  const parser = new Parser({
    onopentag(name, attributes) {
      const declarations = parseDeclarations(attributes['style']);
      const style = styleIn(styles.at(-1) ?? initialStyle, attributes, declarations);
      styles.push(style);
      hintsForStyle(name, declarations, add);
      if (name === 'meta' && /color-scheme/i.test(attributes['name'] ?? '')) hasDarkMode = true;
      if (name === 'style' || name === 'script' || name === 'title') unread += 1;
      if (name === 'form') add('form');
      if (name === 'a' && attributes['href'] !== undefined) link = { href: attributes['href'].trim(), text: '' };
      if (name === 'img') {
        images += 1;
        hintsForImage(attributes, add);
      }
    },
    ontext(piece) {
      if (unread > 0) {
        hasDarkMode ||= piece.includes('prefers-color-scheme');
        return;
      }
      const colors = piece.trim() === '' ? undefined : lowContrast(styles.at(-1) ?? initialStyle);
      if (colors) add('low-contrast', colors);
      text += piece;
      if (link) link.text += piece;
    },
    onclosetag(name) {
      styles.pop();
      if (name === 'style' || name === 'script' || name === 'title') unread -= 1;
      if (name !== 'a' || !link) return;
      hintsForLink(link, add);
      link = undefined;
    },
  });
  parser.write(html);
  parser.end();
  if (images > 0 && text.replace(/\s+/g, ' ').trim().length < minTextLength) add('only-images');
  const left = /\{\{[^{}\n]{1,60}\}\}|\{%[^%\n]{1,60}%\}|\*\|[A-Z_:]{2,40}\|\*/.exec(text)?.[0];
  if (left) add('tag-left', left);
  const size = new TextEncoder().encode(html).length;
  if (size > gmailClipBytes) add('html-long', String(Math.round(size / 1024)));
  if (!hasDarkMode && html.includes('background')) add('no-dark-mode');
  return [...hints.values()];
}

type Add = (kind: HintKind, about?: string) => void;

function hintsForStyle(name: string, declarations: ReadonlyMap<string, string>, add: Add): void {
  if (ignoredElements.has(name)) add('unsupported', `<${name}>`);
  for (const [property, value] of declarations) {
    // These values are the defaults, or have no effect on a static layout.
    if (ignoredProperties.has(property) && !/^(?:none|static|relative|visible|auto|normal|0)$/i.test(value))
      add('unsupported', property);
    if (property.startsWith('--') || value.includes('var(--')) add('unsupported', 'var()');
  }
}

function hintsForImage(attributes: Readonly<Record<string, string>>, add: Add): void {
  const source = attributes['src'] ?? '';
  if (attributes['alt'] === undefined) add('image-without-text', short(source));
  if (attributes['width'] === undefined) add('image-without-width', short(source));
  if (/^data:/i.test(source)) add('image-embedded');
  else if (/^http:/i.test(source)) add('image-insecure', short(source));
  else if (source && !/^(?:https:|cid:)/i.test(source)) add('image-not-loadable', short(source));
  if (/\.svg(?:$|[?#])/i.test(source)) add('image-svg', short(source));
}

function hintsForLink({ href, text }: { readonly href: string; readonly text: string }, add: Add): void {
  if (href === '#unsubscribe' || href === '#webview') return;
  if (href === '' || href === '#') return add('link-empty', short(text.trim()));
  if (href.startsWith('#') || /^(?:mailto|tel|sms):/i.test(href)) return undefined;
  const url = URL.canParse(href) ? new URL(href) : undefined;
  if (!url) return add('link-relative', short(href));
  if (url.protocol === 'http:') add('link-insecure', short(href));
  if (privateHost.test(url.hostname)) add('link-to-private-host', short(href));
  else if (/^(?:\d{1,3}\.){3}\d{1,3}$|^\[/.test(url.hostname)) add('link-to-address', short(href));
  if (shorteners.has(url.hostname)) add('link-shortened', url.hostname);
  const shownDomain = /^\s*(?:https?:\/\/)?((?:[\w-]+\.)+[a-z]{2,})(?:[/?#]\S*)?\s*$/i.exec(text)?.[1]?.toLowerCase();
  if (shownDomain && getSite(shownDomain) !== getSite(url.hostname))
    add('link-says-otherwise', `${shownDomain} → ${url.hostname}`);
  return undefined;
}

const getSite = (host: string): string => host.split('.').slice(-2).join('.');
const short = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);
