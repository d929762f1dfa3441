import type { Part } from './parsed-mail.js';

/** Types that a browser would run are downloaded instead; an SVG still shows as an image, where it cannot run. */
export function safeContentType({ ContentType }: Part): string {
  const runs = /^(text\/(html|xml|xsl|javascript)|application\/(xhtml\+xml|xml|javascript))$/.test(ContentType);
  return !runs && /^[\w.+-]+\/[\w.+-]+$/.test(ContentType) ? ContentType : 'application/octet-stream';
}

export function disposition({ ContentType, FileName, PartID }: Part): string {
  const kind = /^image\/(png|jpeg|gif|webp|avif|bmp)$/.test(ContentType) ? 'inline' : 'attachment';
  // RFC 8187: every octet outside of attr-char percent-encoded.
  const name = encodeURIComponent((FileName || `part-${PartID}`).replace(/\p{Surrogate}/gu, '\ufffd')).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return `${kind}; filename*=UTF-8''${name}`;
}
