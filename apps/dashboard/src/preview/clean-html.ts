import { Parser } from 'htmlparser2';

/** Options for displaying an email. Many email clients do not load images at first. */
export interface CleanOptions {
  readonly images: boolean;
}

/** Elements that could run code, load documents or navigate the frame. They are removed with their content. */
const dropped = new Set(
  'script iframe frame frameset object embed applet base noscript noembed noframes plaintext xmp link portal template'.split(
    ' ',
  ),
);
const voidElements = new Set(
  'area base basefont br col command embed frame hr img input keygen link meta param source track wbr'.split(' '),
);
/** Attributes with URLs that a browser loads or submits to without a click. */
const loading = new Set(
  'src srcset background poster data action formaction ping manifest longdesc lowsrc dynsrc'.split(' '),
);
const pictures = new Set(['src', 'srcset', 'background', 'poster']);
const links = new Set(['href', 'xlink:href']);
const plainName = /^[a-z_][\w:.-]*$/i;
const pictureAddress = /^(?:https?:|data:image\/)/i;
const linkAddress = /^(?:https?:|mailto:|tel:|sms:|#|[^:]*$)/i;
const ignoredInAddresses = /[\u0000-\u0020\u007f-\u00a0]/g;

/**
 * Removes scripts, forms and forbidden URLs from the HTML of an email. Works on text, because a browser's parser
 * would already load some of it. The policy of the preview frame forbids the same (docs/dashboard.md#the-preview).
 */
export function cleanHtml(html: string, { images }: CleanOptions): string {
  const out: string[] = [];
  let within: string | undefined;
  let depth = 0;
  let inStyle = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (within !== undefined) {
        if (name === within) depth += 1;
        return;
      }
      if (dropped.has(name)) {
        if (voidElements.has(name)) return;
        [within, depth] = [name, 1];
        return;
      }
      if (!plainName.test(name) || isRefresh(name, attributes)) return;
      inStyle = name === 'style';
      out.push('<', name);
      for (const [attribute, value] of Object.entries(attributes)) writeAttribute(out, name, attribute, value, images);
      out.push('>');
    },
    ontext(text) {
      if (within === undefined) out.push(inStyle ? cleanCss(text, images) : escapeText(text));
    },
    onclosetag(name) {
      if (within !== undefined) {
        if (name === within && (depth -= 1) === 0) within = undefined;
        return;
      }
      if (name === 'style') inStyle = false;
      if (!voidElements.has(name) && plainName.test(name) && !dropped.has(name)) out.push('</', name, '>');
    },
  });
  parser.write(html);
  parser.end();
  return out.join('');
}

/** A refresh would navigate the frame. The policy and the content type belong to the frame. */
const isRefresh = (name: string, attributes: Readonly<Record<string, string>>): boolean =>
  name === 'meta' && 'http-equiv' in attributes;

function writeAttribute(out: string[], tag: string, name: string, value: string, images: boolean): void {
  if (!plainName.test(name) || /^on/i.test(name) || name === 'srcdoc' || name === 'nonce' || name === 'is') return;
  let kept = value;
  if (pictures.has(name)) {
    if (!images || tag === 'input' || name === 'srcset' || !pictureAddress.test(plain(value))) return;
  } else if (loading.has(name)) return;
  else if (links.has(name)) {
    if (!linkAddress.test(plain(value))) kept = '#';
    // In SVG, these elements load their target.
    if (tag !== 'a' && tag !== 'area' && !plain(value).startsWith('#')) return;
  } else if (name === 'style') kept = cleanCss(value, images);
  out.push(' ', name, '="', kept.replace(/[&"<>]/g, toEntity), '"');
}

/** Normalizes a URL like browsers. */
const plain = (address: string): string => address.replace(ignoredInAddresses, '');

const importRule = /@import\b[^;}]*;?/gi;
const address = /url\(\s*(?:"([^"]*)"|'([^']*)'|((?:[^()]|\([^()]*\))*))\s*\)/gi;

/** Removes styles that would load a forbidden URL. */
export function cleanCss(css: string, images: boolean): string {
  return css
    .replace(importRule, '')
    .replace(address, (whole, double?: string, single?: string, bare?: string) => {
      const target = plain(double ?? single ?? bare ?? '');
      const loads = /^https?:/i.test(target) ? images : /^data:(?:image|font)\//i.test(target);
      return loads || target.startsWith('#') ? whole : 'none';
    })
    .replaceAll('</', '<\\/');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const toEntity = (character: string): string => entities[character] ?? character;
const escapeText = (text: string): string => (/[&<>]/.test(text) ? text.replace(/[&<>]/g, toEntity) : text);
