import type { HtmlSink } from './html-reader.js';
import { parseAttributes, voidElements } from './html-reader.js';
import { OpenElements } from './open-elements.js';
import { TableRow, TextList } from './text-blocks.js';
import type { Line } from './text-outline.js';
import { Margin, TextOutline } from './text-outline.js';
import { hasSpaceAround, getVisibility } from './visibility.js';

/** The address of a link as shown in text. */
class LinkAddress {
  private constructor(readonly text: string) {}

  /**
   * Undefined for addresses that are useless in text: fragments, parts of the email, phone numbers, email links without
   * an address.
   */
  static of(href: string): LinkAddress | undefined {
    const address = href.trim();
    if (address === '' || address.startsWith('#') || /^(?:tel|sms|cid|data|javascript):/i.test(address))
      return undefined;
    const text = /^mailto:/i.test(address) ? address.slice(7).replace(/\?[^]*/, '') : address;
    return text === '' ? undefined : new LinkAddress(text);
  }

  /** Whether the text already contains the address. */
  isContainedIn(text: string): boolean {
    return text === this.text || bare(text) === bare(this.text);
  }
}

const bare = (address: string): string => address.replace(/^https?:\/\//i, '').replace(/\/$/, '');

type Element = {
  readonly name: string;
  /** Its text is hidden. */
  readonly invisible: boolean;
  readonly sizeless: boolean;
  done?: () => void;
  row?: TableRow;
  list?: TextList;
};

/** Block elements, with the number of line breaks around them. */
const blocks = new Map<string, number>([
  ...'address article aside center dd details div dl dt fieldset figcaption figure footer form header legend main nav section summary caption body html'
    .split(' ')
    .map((name) => [name, 1] as const),
  ...'p h1 h2 h3 h4 h5 h6 table pre blockquote'.split(' ').map((name) => [name, 2] as const),
]);

const hiddenElements = new Set(['head', 'template', 'svg', 'datalist', 'audio', 'video', 'select']);

/** Converts HTML to the plain text that a person would write. */
export class HtmlText implements HtmlSink {
  readonly outline = new TextOutline();
  private readonly elements = new OpenElements<Element>();
  /** The number of open elements when a hidden one started. */
  private hiddenFrom: number | undefined;
  private anchors = 0;
  /** The address of the last link. */
  private lastAddress = '';
  /** The output of the last link, if it consists only of its address. */
  private bare: string | undefined;
  /** The title of an image without alt in the open link; undefined if there is none. */
  private imageTitle: string | undefined;
  private term: Line | undefined;

  text(text: string): void {
    if (this.hiddenFrom !== undefined) return;
    const top = this.elements.top;
    top?.list?.strayText(text);
    this.outline.write(top?.sizeless || top?.invisible ? ' ' : text);
  }

  open(name: string, source: string): void {
    this.popTo(this.elements.remainingAtStart(name, blocks.has(name)));
    if (this.hiddenFrom !== undefined) {
      if (!voidElements.has(name)) this.elements.push({ name, invisible: false, sizeless: false });
      return;
    }
    const attributes = /style|hidden|href|alt|start|type|title/i.test(source) ? parseAttributes(source) : none;
    const style = attributes.get('style') ?? '';
    const { hidden: isHidden, invisible, sizeless } = getVisibility(style);
    const hidden = isHidden || attributes.has('hidden') || hiddenElements.has(name);
    if (voidElements.has(name)) {
      if (!hidden) this.openVoid(name, attributes, invisible);
      return;
    }
    const top = this.elements.top;
    const element: Element = {
      name,
      invisible: invisible ?? top?.invisible ?? false,
      // Layout containers have a font size of zero to remove gaps between columns; blocks inside them are visible.
      sizeless: sizeless ?? (!blocks.has(name) && top?.sizeless) ?? false,
    };
    if (hidden) {
      if (!this.elements.isFull) this.hiddenFrom = this.elements.length;
    } else if (!this.elements.isFull) {
      if (name !== 'li') top?.list?.beginStray();
      this.begin(element, attributes, style, top);
    }
    this.elements.push(element);
  }

  close(name: string): void {
    if (!voidElements.has(name)) this.popTo(this.elements.remainingAtEnd(name));
  }

  /** Closes all open elements. */
  end(): void {
    this.popTo(0);
    this.outline.break(0);
  }

  private openVoid(name: string, attributes: ReadonlyMap<string, string>, invisible: boolean | undefined): void {
    const alt = attributes.get('alt');
    if (name === 'br') this.outline.breakLine();
    else if (name === 'hr') {
      this.outline.break(2);
      this.outline.addLine('rule');
      this.outline.break(2);
    } else if (name === 'img' && this.anchors > 0) {
      if (invisible ?? this.elements.top?.invisible) return;
      if (alt) this.outline.write(` ${alt} `);
      else this.imageTitle = attributes.get('title') ?? '';
    }
  }

  private begin(element: Element, attributes: ReadonlyMap<string, string>, style: string, top: Element | undefined) {
    const { name } = element;
    const breaks = blocks.get(name);
    if (breaks !== undefined) {
      this.rowAround()?.contains(name);
      this.outline.break(breaks);
      element.done = () => this.outline.break(breaks);
    }
    if (name === 'a') this.beginAnchor(element, attributes);
    else if (name === 'blockquote') this.beginMargin(element, Margin.quote(this.outline.margin), 2);
    else if (name === 'pre') this.beginPreformatted(element);
    else if (name === 'ul' || name === 'ol') this.beginList(element, attributes, top?.name === 'li');
    else if (name === 'li' && top?.list) this.beginMargin(element, top.list.beginItem(), 1);
    else if (name === 'dt') this.beginTerm(element);
    else if (name === 'dd') this.beginDefinition(element);
    else if (name === 'tr') this.beginRow(element);
    else if (name === 'td' || name === 'th') this.beginCell(element, style);
  }

  private beginAnchor(element: Element, attributes: ReadonlyMap<string, string>): void {
    const address = LinkAddress.of(attributes.get('href') ?? '');
    const outermost = this.anchors === 0;
    const mark = this.outline.mark();
    this.anchors += 1;
    this.imageTitle = undefined;
    element.done = () => {
      this.anchors -= 1;
      if (!address) return;
      const text = outermost ? this.outline.since(mark) : undefined;
      // An image without alt is next to what it shows.
      const same = this.lastAddress === address.text;
      this.lastAddress = address.text;
      if (text === '') {
        this.bare = same ? undefined : this.textlessLink(address, attributes.get('title'));
        if (this.bare !== undefined) this.outline.write(this.bare);
        return;
      }
      if (same && this.bare !== undefined) this.outline.remove(this.bare, mark);
      this.bare = undefined;
      if (text === undefined || !address.isContainedIn(text)) this.outline.write(` [${address.text}]`);
    };
  }

  /** A link without text: an image is shown as its title, if it has one, with the address in brackets. */
  private textlessLink({ text }: LinkAddress, title: string | undefined): string {
    if (this.imageTitle === undefined) return text;
    return `${this.imageTitle || title || ''} [${text}]`.replaceAll(/\s+/g, ' ').trim();
  }

  /** A definition follows its term on the same line if the term ends with a colon. */
  private beginDefinition(element: Element): void {
    const { outline, term } = this;
    const { lines } = outline.mark();
    const { done } = element;
    element.done = () => {
      done?.();
      const line = outline.lines[lines - 1];
      if (term === line && line?.text.endsWith(':') && outline.lines.length === lines + 1)
        outline.joinFrom(lines - 1, ' ', line.breaks);
    };
  }

  private beginTerm(element: Element): void {
    const { done } = element;
    element.done = () => {
      done?.();
      this.term = this.outline.lines.at(-1);
    };
  }

  private beginMargin(element: Element, margin: Margin, breaks: number): void {
    const { outline } = this;
    const outer = outline.margin;
    outline.margin = margin;
    const { lines } = outline.mark();
    element.done = () => {
      outline.break(0);
      if (outline.lines.length === lines) outline.addLine('words');
      outline.margin = outer;
      outline.break(breaks);
    };
  }

  private beginPreformatted(element: Element): void {
    this.outline.preformatted += 1;
    element.done = () => {
      this.outline.break(2);
      this.outline.preformatted -= 1;
    };
  }

  private beginList(element: Element, attributes: ReadonlyMap<string, string>, nested: boolean): void {
    const list = new TextList(this.outline, element.name === 'ol', nested, attributes);
    element.list = list;
    element.done = () => list.end();
  }

  private beginRow(element: Element): void {
    const row = new TableRow(this.outline);
    element.row = row;
    element.done = () => row.end();
  }

  private beginCell(element: Element, style: string): void {
    const row = this.rowAround();
    if (!row) return;
    row.beginCell(hasSpaceAround(style));
    element.done = () => row.endCell();
  }

  private rowAround(): TableRow | undefined {
    return this.elements.inTable(({ row }) => row);
  }

  private popTo(length: number): void {
    while (this.elements.length > length) {
      const element = this.elements.pop();
      if (this.hiddenFrom === undefined) element?.done?.();
      else if (this.elements.length === this.hiddenFrom) this.hiddenFrom = undefined;
    }
  }
}

const none: ReadonlyMap<string, string> = new Map();
