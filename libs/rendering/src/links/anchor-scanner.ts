/** The start of a link's address: an offset in one of the scanned texts. */
export interface Found<Source> {
  readonly source: Source;
  readonly offset: number;
}

/** Elements that contain only text: no other tag starts before their closing tag. */
const textOnly = new Set(['script', 'style', 'title', 'textarea', 'xmp', 'iframe', 'noembed', 'noframes']);

const linking = new Set(['a', 'area']);

/** The attribute that excludes a link from tracking (docs/tracking.md#untracked-links). */
const untracked = 'data-no-track';

interface Position<Source> {
  state:
    | 'text'
    | 'raw-text'
    | 'comment'
    | 'declaration'
    | 'name'
    | 'attributes'
    | 'attribute'
    | 'attribute-end'
    | 'value'
    | 'quoted'
    | 'unquoted';
  /** In lower case; a closing tag includes its slash. */
  element: string;
  attribute: string;
  quote: string;
  /** The last characters, to detect the end of a comment, a declaration or an element's text. */
  recent: string;
  address: Found<Source> | undefined;
  isUntracked: boolean;
}

/** Stands for a part of a name that depends on the data, so that the name never matches. */
const unknown = '\u0000';

/**
 * Scans the HTML of a template, in the pieces between its tags, and finds the addresses of its links: the quoted `href`
 * of `<a>` and `<area>`. Ambiguous markup is not a link.
 */
export class AnchorScanner<Source> {
  readonly found: Found<Source>[] = [];
  private at: Position<Source> = {
    state: 'text',
    element: '',
    attribute: '',
    quote: '',
    recent: '',
    address: undefined,
    isUntracked: false,
  };

  read(text: string, source: Source): void {
    // Terminates, because every step advances by at least one character.
    for (let offset = this.skip(text, 0); offset < text.length; offset = this.skip(text, offset + 1))
      this.take(text[offset]!, source, offset);
  }

  /** The next position at which the state can change: most of an email is text, quoted values and styles. */
  private skip(text: string, from: number): number {
    const { at } = this;
    if (at.state !== 'text' && at.state !== 'quoted' && (at.state !== 'raw-text' || at.recent.includes('<')))
      return from;
    at.recent = '';
    const next = text.indexOf(at.state === 'quoted' ? at.quote : '<', from);
    return next < 0 ? text.length : next;
  }

  /** Marks a place whose content depends on the data. */
  placeholder(): void {
    if (this.at.state === 'name') this.at.element += unknown;
    else if (this.at.state === 'attribute') this.at.attribute += unknown;
    else if (this.at.state === 'value') this.at.state = 'unquoted';
    this.at.recent = '';
  }

  /** Scans alternatives: each starts at the current position, and the scan continues from the end of the first. */
  branches(ways: readonly (() => void)[]): void {
    const before = this.at;
    for (const way of ways.toReversed()) {
      this.at = { ...before };
      way();
    }
  }

  private take(character: string, source: Source, offset: number): void {
    const { at } = this;
    switch (at.state) {
      case 'text':
        if (character === '<') this.enter('name');
        break;
      case 'raw-text':
        at.recent = (at.recent + character).slice(-(at.element.length + 2));
        if (at.recent.toLowerCase() === `</${at.element}`) this.closeRawText();
        break;
      case 'comment':
        at.recent = (at.recent + character).slice(-3);
        if (at.recent === '-->') this.enter('text');
        break;
      case 'declaration':
        at.recent = (at.recent + character).slice(0, 3);
        if (at.recent === '--') this.enter('comment');
        else if (character === '>') this.enter('text');
        break;
      case 'name':
        this.inName(character);
        break;
      case 'attribute':
      case 'attribute-end':
        this.inAttribute(character);
        break;
      default:
        this.inTag(character, source, offset);
    }
  }

  private inName(character: string): void {
    const { at } = this;
    if (character === '>') this.endTag();
    else if (isBlank(character)) at.state = at.element === '' ? 'text' : 'attributes';
    else if (at.element !== '') {
      if (character === '/' && at.element !== '/') at.state = 'attributes';
      else at.element += character.toLowerCase();
    } else if (character === '!' || character === '?') this.enter('declaration');
    else if (/[a-z/]/i.test(character)) at.element = character.toLowerCase();
    else at.state = 'text';
  }

  private inAttribute(character: string): void {
    const { at } = this;
    if (character === '=') this.endAttribute('value');
    else if (character === '>') {
      this.endAttribute('attributes');
      this.endTag();
    } else if (character === '/') this.endAttribute('attributes');
    else if (isBlank(character)) this.endAttribute('attribute-end');
    else if (at.state === 'attribute') at.attribute += character;
    else this.beginAttribute(character);
  }

  private inTag(character: string, source: Source, offset: number): void {
    const { at } = this;
    if (at.state === 'quoted') {
      if (character === at.quote) at.state = 'attributes';
    } else if (character === '>') this.endTag();
    else if (isBlank(character)) {
      if (at.state === 'unquoted') at.state = 'attributes';
    } else if (at.state === 'attributes') {
      if (character !== '/') this.beginAttribute(character);
    } else if (at.state === 'value') {
      if (character === '"' || character === "'") this.beginQuoted(character, { source, offset: offset + 1 });
      else at.state = 'unquoted';
    }
  }

  private enter(state: 'text' | 'name' | 'raw-text' | 'comment' | 'declaration'): void {
    this.at.state = state;
    this.at.recent = '';
    if (state !== 'name') return;
    this.at.element = '';
    this.at.address = undefined;
    this.at.isUntracked = false;
  }

  private closeRawText(): void {
    const { element } = this.at;
    this.enter('name');
    this.at.element = `/${element}`;
  }

  private beginAttribute(character: string): void {
    this.at.attribute = character;
    this.at.state = 'attribute';
  }

  private endAttribute(next: 'value' | 'attribute-end' | 'attributes'): void {
    if (this.at.attribute.toLowerCase() === untracked) this.at.isUntracked = true;
    this.at.state = next;
  }

  private beginQuoted(quote: string, place: Found<Source>): void {
    this.at.quote = quote;
    this.at.state = 'quoted';
    // Of two `href` attributes the first counts, as in a browser.
    if (this.at.attribute.toLowerCase() === 'href') this.at.address ??= place;
  }

  private endTag(): void {
    const { element, address, isUntracked } = this.at;
    if (address && !isUntracked && linking.has(element)) this.found.push(address);
    this.enter(textOnly.has(element) ? 'raw-text' : 'text');
  }
}

const isBlank = (character: string): boolean => (character <= ' ' || character > '~' ? /\s/.test(character) : false);
