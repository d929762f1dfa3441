/** A template with data and partials, as the oracle and Postrider render it. */
export type OracleCase = {
  readonly template: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly partials: Readonly<Record<string, string>>;
};

/** Random numbers from a seed (mulberry32), so that each run has the same templates. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const names = ['a', 'b', 'list', 'user', 'name', 'zero', 'empty', 'no', 'yes', 'nothing', 'rows', 'deep', 'missing'];
const texts = [' ', '\n', '  \n', '\n\n  ', 'x', ' y ', '<b>', 'e\n', '  f', ' = ', '\n \n\n', 'ü & "'];

/** Writes random templates in what Postrider reads of Handlebars. */
export class TemplateGenerator {
  private parameters: string[] = [];
  private inline: string[] = [];

  constructor(private readonly random: () => number) {}

  case(): OracleCase {
    const partials: Record<string, string> = {};
    // Partials print earlier ones only, so that they end.
    for (const name of ['one', 'two', 'a/b']) {
      this.partials = Object.keys(partials);
      this.inline = [];
      partials[name] = this.body(2);
    }
    this.partials = Object.keys(partials);
    this.inline = [];
    return { template: this.body(3), data: this.object(3), partials };
  }

  private partials: string[] = [];

  private body(depth: number): string {
    const length = this.below(5);
    const outer = this.inline;
    let text = '';
    for (let index = 0; index <= length; index += 1) text += this.piece(depth);
    this.inline = outer;
    return text;
  }

  private piece(depth: number): string {
    const kind = this.below(depth > 0 ? 16 : 7);
    if (kind < 3) return this.pick(texts);
    if (kind < 6) return this.variable();
    if (kind === 6) return this.aside();
    if (kind < 12) return this.block(depth - 1);
    if (kind < 14) return this.partial(depth - 1);
    if (kind === 14) return this.inlinePartial(depth - 1);
    return this.section(depth - 1);
  }

  private variable(): string {
    const value = this.below(5) === 0 ? this.call() : this.path();
    if (this.below(6) === 0) return `{{{${value}}}}`;
    return this.tag(this.below(8) === 0 ? '&' : '', value);
  }

  /** Comments, escapes and raw blocks. */
  private aside(): string {
    return this.pick([
      '{{! note }}',
      '{{~! note ~}}',
      '{{!-- a {{b}} --}}',
      '{{~!-- a --~}}',
      '\\{{name}} ',
      '\\\\{{name}}',
      '{{{{raw}}}} {{name}} {{{{/raw}}}}',
    ]);
  }

  private block(depth: number): string {
    const helper = this.pick([
      'if',
      'if',
      'unless',
      'each',
      'each',
      'with',
      'equals',
      'notEquals',
      'greaterThan',
      'and',
      'or',
      'lessThan',
    ]);
    const takesTwo = !['if', 'unless', 'each', 'with'].includes(helper);
    const values = takesTwo ? `${this.value()} ${this.value()}` : this.value();
    const option = (helper === 'if' || helper === 'unless') && this.below(5) === 0 ? ' includeZero=true' : '';
    const named = helper === 'each' || helper === 'with' ? this.below(4) : 0;
    const parameters = named === 1 ? ['item'] : named === 2 && helper === 'each' ? ['item', 'i'] : [];
    const written = parameters.length > 0 ? ` as |${parameters.join(' ')}|` : '';
    const outer = this.parameters;
    this.parameters = [...outer, ...parameters];
    const body = this.body(depth);
    this.parameters = outer;
    return (
      this.tag('#', `${helper} ${values}${option}${written}`) + body + this.otherwise(depth) + this.tag('/', helper)
    );
  }

  private section(depth: number): string {
    const name = this.pick(names);
    if (this.below(3) === 0) return this.tag('^', name) + this.body(depth) + this.tag('/', name);
    return (
      this.tag('#', name) +
      this.body(depth) +
      (this.below(2) ? this.tag('', 'else') + this.body(depth) : '') +
      this.tag('/', name)
    );
  }

  private otherwise(depth: number): string {
    const kind = this.below(5);
    if (kind === 0) return this.tag('', 'else') + this.body(depth);
    if (kind === 1)
      return this.tag('', `else if ${this.value()}`) + this.body(depth) + this.tag('', 'else') + this.body(depth);
    if (kind === 2) return this.tag('', `else each ${this.path()}`) + this.body(depth);
    return kind === 3 ? `{{^}}${this.body(depth)}` : '';
  }

  private partial(depth: number): string {
    const known = [...this.partials, ...this.inline];
    if (known.length === 0) return 'none';
    const values = [
      `${this.below(2) ? ` ${this.path()}` : ''}`,
      this.below(3) === 0 ? ` a=${this.value()} name="<given>"` : '',
    ];
    const name = this.pick(known);
    if (this.below(4) > 0)
      return `${this.pick(['', '\n  ', '\n'])}${this.tag('>', `${name}${values.join('')}`)}${this.pick(['', '\n'])}`;
    return this.tag('#>', `${name}${values.join('')}`) + this.body(depth) + this.tag('/', name);
  }

  private inlinePartial(depth: number): string {
    const name = this.pick(['in1', 'in2']);
    const outer = [this.partials, this.inline] as const;
    [this.partials, this.inline] = [[], []];
    const text = `${this.tag('#*', `inline "${name}"`)}${this.body(Math.min(depth, 1))}${this.tag('/', 'inline')}`;
    [this.partials, this.inline] = [outer[0], [...new Set([...outer[1], name])]];
    return text + this.tag('>', name);
  }

  private value(): string {
    const kind = this.below(8);
    if (kind === 0) return this.pick(['"text"', "'it'", '0', '1', '-2.5', 'true', 'false', 'null', 'undefined', '""']);
    return kind === 1 ? `(${this.call()})` : this.path();
  }

  private call(): string {
    const kind = this.below(5);
    if (kind === 0)
      return `lookup ${this.path()} ${this.pick(['"name"', '0', 'a', '@index', '"length"', '"constructor"'])}`;
    if (kind === 1) return `length ${this.path()}`;
    if (kind === 2) return `insert ${this.path()} "default=some <one>"`;
    return `${this.pick(['equals', 'notEquals', 'greaterThan', 'lessThan', 'and', 'or'])} ${this.path()} ${this.value()}`;
  }

  private path(): string {
    const kind = this.below(14);
    if (kind === 0)
      return this.pick(['@index', '@first', '@last', '@key', '@root.name', '@../index', '@root.user.name']);
    if (kind === 1) return this.pick(['this', '.', 'this.name', './name', 'this/name', '..']);
    if (kind === 2) return `../${this.pick(names)}`;
    if (kind === 3) return `../../${this.pick(names)}`;
    if (kind === 4)
      return this.pick(['user.name', 'user/name', 'deep.user.name', 'rows.0.name', 'rows.[0].name', 'list.length']);
    if (kind === 5)
      return this.pick(['constructor', '__proto__', 'user.constructor.name', 'list.[1]', 'name.length', '[a b]']);
    if (kind < 9 && this.parameters.length > 0) return this.pick(this.parameters) + this.pick(['', '.name']);
    return this.pick(names);
  }

  private tag(sign: string, body: string): string {
    const before = this.below(12) === 0 ? '~' : '';
    const after = this.below(12) === 0 ? '~' : '';
    return `{{${before}${sign}${this.pick(['', ''])}${body}${after}}}`;
  }

  private object(depth: number): Record<string, unknown> {
    const data: Record<string, unknown> = {};
    for (const name of [...names, 'a b'])
      if (name !== 'missing' && this.below(4) > 0) data[name] = this.datum(name, depth);
    return data;
  }

  private datum(name: string, depth: number): unknown {
    if (name === 'zero') return 0;
    if (name === 'empty') return this.pick<unknown>([[], '', {}]);
    if (name === 'no') return false;
    if (name === 'yes') return true;
    if (name === 'nothing') return null;
    if (depth === 0) return this.pick<unknown>(['<Ada>', 'x', 'x', 1, 2.5, '`=`', true, null]);
    if (name === 'list') return Array.from({ length: this.below(4) }, () => this.datum('a', 0));
    if (name === 'rows') return Array.from({ length: this.below(3) }, () => this.object(depth - 1));
    if (name === 'user' || name === 'deep') return this.object(depth - 1);
    return this.pick<unknown>(['Ada & Co', 'x', 7, '', "it's", [1, 2], [[1, null], 'b'], null]);
  }

  private below(bound: number): number {
    return Math.floor(this.random() * bound);
  }

  private pick<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)] as Value;
  }
}
