import type { DomNode, FormatCallback } from 'html-to-text';

/**
 * What html-to-text does with links: their address follows, unless the text is the address. It reads each word once for
 * every anchor around it; here only the outermost does, and those inside it, which are no html, always show their address.
 */
export const anchor: FormatCallback = (element, walk, builder) => {
  const href = (element.attribs?.['href'] ?? '').replace(/^mailto:/, '');
  if (!href || href.startsWith('#')) {
    walk(element.children, builder);
    return;
  }
  const text = isInAnchor(element) ? undefined : textOf(element, walk, builder);
  if (text === undefined) walk(element.children, builder);
  if (text !== href) builder.addInline(text === '' ? href : ` [${href}]`, { noWordTransform: true });
};

function textOf(element: DomNode, walk: Walk, builder: BlockTextBuilder): string {
  let text = '';
  builder.pushWordTransform((word) => {
    text += word;
    return word;
  });
  walk(element.children, builder);
  builder.popWordTransform();
  return text;
}

type Walk = Parameters<FormatCallback>[1];
type BlockTextBuilder = Parameters<FormatCallback>[2];

function isInAnchor({ parent }: DomNode): boolean {
  for (let above = parent; above; above = above.parent) if (above.name === 'a') return true;
  return false;
}
