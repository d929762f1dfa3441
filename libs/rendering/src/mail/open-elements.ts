/** Deeper elements are reduced to their text. */
const maxDepth = 200;

type Named = { readonly name: string };

/** The open elements that a start tag closes implicitly, and the elements that limit the search. */
const implicitlyClosedBy = new Map<
  string,
  { readonly open: ReadonlySet<string>; readonly within: ReadonlySet<string> }
>([
  ['li', { open: new Set(['li']), within: new Set(['ul', 'ol', 'td', 'th', 'table']) }],
  ['tr', { open: new Set(['tr']), within: new Set(['table']) }],
  ['td', { open: new Set(['td', 'th']), within: new Set(['table', 'tr']) }],
  ['th', { open: new Set(['td', 'th']), within: new Set(['table', 'tr']) }],
  ['dt', { open: new Set(['dt', 'dd']), within: new Set(['dl', 'td', 'th', 'table']) }],
  ['dd', { open: new Set(['dt', 'dd']), within: new Set(['dl', 'td', 'th', 'table']) }],
  ['body', { open: new Set(['head']), within: new Set(['body']) }],
]);
const tableParts = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th']);

/** The open elements, outermost first. HTML may omit closing tags. */
export class OpenElements<Element extends Named> {
  private readonly elements: Element[] = [];
  private readonly counts = new Map<string, number>();
  /** The number of open elements below the maximum depth. */
  private deeper = 0;

  get length(): number {
    return this.elements.length;
  }

  get isFull(): boolean {
    return this.elements.length >= maxDepth;
  }

  get top(): Element | undefined {
    return this.elements.at(-1);
  }

  push(element: Element): void {
    if (this.isFull) {
      this.deeper += 1;
      return;
    }
    this.elements.push(element);
    this.counts.set(element.name, this.countOpen(element.name) + 1);
  }

  pop(): Element | undefined {
    const element = this.elements.pop();
    if (element) this.counts.set(element.name, this.countOpen(element.name) - 1);
    return element;
  }

  /** The number of elements that stay open when one starts. `block`: it closes a paragraph. */
  remainingAtStart(name: string, block: boolean): number {
    const { length, top } = this;
    if (this.deeper > 0) return length;
    if (block && (top?.name === 'p' || top?.name === 'head')) return length - 1;
    const rule = implicitlyClosedBy.get(name);
    if (!rule) return length;
    for (let index = length - 1; index >= 0; index -= 1) {
      const { name: open } = this.elements[index] as Element;
      if (rule.open.has(open)) return index;
      if (rule.within.has(open)) return length;
    }
    return length;
  }

  /** The number of elements that stay open at a closing tag. An unmatched one never closes the surrounding cell. */
  remainingAtEnd(name: string): number {
    const { length } = this;
    if (this.deeper > 0) {
      this.deeper -= 1;
      return length;
    }
    if (this.countOpen(name) === 0) return length;
    const partOfTable = tableParts.has(name);
    for (let index = length - 1; index >= 0; index -= 1) {
      const { name: open } = this.elements[index] as Element;
      if (open === name) return index;
      if (open === 'table' || (!partOfTable && (open === 'td' || open === 'th'))) return length;
    }
    return length;
  }

  /** The first result of `find`, from the innermost element of the current table outwards. */
  inTable<Found>(find: (element: Element) => Found | undefined): Found | undefined {
    for (let index = this.length - 1; index >= 0; index -= 1) {
      const element = this.elements[index] as Element;
      const found = find(element);
      if (found !== undefined || element.name === 'table') return found;
    }
    return undefined;
  }

  private countOpen(name: string): number {
    return this.counts.get(name) ?? 0;
  }
}
