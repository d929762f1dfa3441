/** Stands for a value while a component is rendered, as text between two private characters. */
const opens = '\uE000';
const closes = '\uE001';
const token = /\uE000([A-Za-z]+)\uE001/g;
/** Matches a token that the component has cut or changed, for example to upper case. */
const remains = /[\uE000\uE001]|%EE%80%8[01]/i;

/** A name that both template and JavaScript can have. */
const namePattern = /^[\p{ID_Start}_][\p{ID_Continue}-]*$/u;

/** Thrown where a component does with a value what only the value itself can do. */
export class UnprintableUse extends Error {
  override readonly name = 'UnprintableUse';
}

interface Place {
  /** From the props, for messages: `items[].name`. */
  readonly path: string;
  /** In the template, within the sections around it: `name`. */
  readonly name: string;
}

/** What the value of one place is replaced with, to see whether it decides what is rendered. */
export interface Trial {
  readonly path: string;
  readonly value: number | string;
}

/**
 * The props of a component: each value prints a tag of the template language instead. Sample data tells texts from
 * lists and objects, so that components get texts where they expect them.
 */
export class Placeholders {
  /** Places of the tokens, by their text. */
  private readonly places = new Map<string, Place | string>();
  /** Paths of values that were read, and are printed as they are. */
  readonly read = new Set<string>();

  constructor(
    private readonly sample: unknown,
    private readonly trial?: Trial,
  ) {}

  get props(): object {
    return new Proxy(
      {},
      {
        ...createKeysHandler('The props', this.sample),
        get: (_target, key) =>
          typeof key === 'symbol' ? undefined : this.value({ path: key, name: key }, getMember(this.sample, key)),
      },
    );
  }

  /** The HTML with tags in place of tokens. @throws UnprintableUse */
  toTemplate(html: string): string {
    const used = new Set<string>();
    const template = html.replace(token, (found, letters: string) => {
      const place = this.places.get(letters);
      if (place === undefined) return found;
      if (typeof place === 'string') return place;
      used.add(place.path);
      return `{{${place.name}}}`;
    });
    if (remains.test(template))
      throw new UnprintableUse(
        'a prop is changed before it is printed (toUpperCase, slice, encodeURIComponent), or the index of a list is printed',
      );
    for (const path of this.read)
      if (!used.has(path))
        throw new UnprintableUse(`"${path}" is read, but not printed: use when(${path}, …) to decide by it`);
    return template;
  }

  /** The HTML by the places that it prints, with the value of the trial where it is given. */
  comparable(html: string, trial?: Trial): string {
    const printed = html.replace(token, (found, letters: string) => {
      const place = this.places.get(letters);
      if (place === undefined) return found;
      if (typeof place === 'string') return place;
      return place.path === trial?.path ? String(trial.value) : `{{${place.path}}}`;
    });
    // A preview text is padded to a length.
    return printed.replace(/[\u00A0\u200B-\u200F\uFEFF]+/g, '');
  }

  /** What the helpers of @postrider/client/email print. */
  readonly tags = {
    when: (value: unknown, then: unknown, otherwise: unknown): unknown => {
      const name = this.getName(value, 'when');
      const inverse = otherwise === undefined ? [] : [this.tag(`{{^${name}}}`), otherwise, this.tag(`{{/${name}}}`)];
      return [this.tag(`{{#${name}}}`), then, this.tag(`{{/${name}}}`), ...inverse];
    },
    t: (content: unknown, context: string | undefined): unknown => [
      this.tag(context === undefined ? '{% trans %}' : `{% trans "${context.replace(/["\\{}%]/g, ' ')}" %}`),
      content,
      this.tag('{% endtrans %}'),
    ],
    plural: (count: unknown, one: unknown, other: unknown): unknown => {
      const name = this.getName(count, 'plural');
      return [
        this.tag(`{% trans count=${name} %}`),
        one,
        this.tag('{% pluralize count %}'),
        other,
        this.tag('{% endtrans %}'),
      ];
    },
  };

  private readonly placeByProxy = new WeakMap<object, Place>();

  private getName(value: unknown, helper: string): string {
    const place =
      typeof value === 'string'
        ? this.places.get(new RegExp(`^${token.source}$`).exec(value)?.[1] ?? '')
        : typeof value === 'object' && value !== null
          ? this.placeByProxy.get(value)
          : undefined;
    if (typeof place !== 'object')
      throw new UnprintableUse(`${helper}() needs a prop as it is, not a value made from it`);
    this.read.delete(place.path);
    return place.name;
  }

  private value(place: Place, sample: unknown): unknown {
    if (place.name !== '.' && !place.name.split('.').every((part) => namePattern.test(part) || /^\d+$/.test(part)))
      throw new UnprintableUse(`"${place.path}" cannot be the name of a value in a template`);
    if (this.trial?.path === place.path) return this.trial.value;
    if (typeof sample === 'object' && sample !== null) return this.container(place, sample);
    if (sample === undefined || sample === null) return this.container(place, undefined);
    this.read.add(place.path);
    return this.text(place);
  }

  private text(place: Place | string): string {
    const letters = toLetters(this.places.size);
    this.places.set(letters, place);
    return `${opens}${letters}${closes}`;
  }

  private tag(tag: string): string {
    return this.text(tag);
  }

  /** An object or a list, or a value of which there is no sample: then it can also be printed. */
  private container(place: Place, sample: object | undefined): object {
    const { path, name } = place;
    const print = (): string => {
      if (sample !== undefined)
        throw new UnprintableUse(
          `"${path}" is ${Array.isArray(sample) ? 'a list' : 'an object'} and cannot be printed`,
        );
      this.read.add(path);
      return this.text(place);
    };
    const toPrimitive = (hint: string): string => {
      if (hint === 'number')
        throw new UnprintableUse(`"${path}" is used as a number, which is known only when the email is sent`);
      return print();
    };
    const map = (render: (item: unknown, index: unknown) => unknown): unknown[] => {
      // Within a section, names are those of the item.
      const item = this.value({ path: `${path}[]`, name: '.' }, getMember(sample, '0'));
      return [this.tag(`{{#${name}}}`), render(item, this.index(path)), this.tag(`{{/${name}}}`)];
    };
    const proxy: object = new Proxy(
      {},
      {
        ...createKeysHandler(`"${path}"`, sample),
        get: (_target, key) => {
          if (key === Symbol.toPrimitive) return toPrimitive;
          if (key === Symbol.iterator) return Array.isArray(sample) ? undefined : () => [print()][Symbol.iterator]();
          if (key === 'map') return map;
          // React and promises look for these.
          if (typeof key === 'symbol' || ['$$typeof', 'then', 'toJSON', 'type', 'props'].includes(key))
            return undefined;
          return this.value(memberPlace(place, key), getMember(sample, key));
        },
      },
    );
    this.placeByProxy.set(proxy, place);
    return proxy;
  }

  /** The index is only good for a `key` of React, which is not printed. */
  private index(path: string): object {
    return {
      [Symbol.toPrimitive]: (hint: string): string => {
        if (hint === 'number')
          throw new UnprintableUse(`the index of ${path}.map() is only known when the email is sent`);
        // Left over where it is printed.
        return `${opens}index`;
      },
    };
  }
}

/** Handles `{...props}`: only sample data has the names. */
const createKeysHandler = (what: string, sample: unknown): ProxyHandler<object> => ({
  has: () => true,
  ownKeys: () => {
    if (typeof sample === 'object' && sample !== null) return Object.keys(sample);
    throw new UnprintableUse(`${what} cannot be spread or listed without sample data, such as PreviewProps`);
  },
  getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
});

const memberPlace = ({ path, name }: Place, key: string): Place => ({
  path: `${path}.${key}`,
  name: name === '.' ? key : `${name}.${key}`,
});

function getMember(sample: unknown, key: string): unknown {
  return typeof sample === 'object' && sample !== null && Object.hasOwn(sample, key)
    ? (sample as Record<string, unknown>)[key]
    : undefined;
}

/** Uses both cases, so that a change of case shows. */
function toLetters(number: number): string {
  let letters = '';
  for (let rest = number; rest > 0 || letters === ''; rest = Math.floor(rest / 26))
    letters = String.fromCharCode(0x61 + (rest % 26)) + letters;
  return `Qx${letters}`;
}
