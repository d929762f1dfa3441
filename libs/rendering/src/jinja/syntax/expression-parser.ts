import type { Arguments, BinaryOperator, Comparison, Expression, Extra, Target } from './ast.js';
import type { GettextCall } from './gettext-call.js';
import { gettextCall } from './gettext-call.js';
import { Problem } from './problems.js';
import type { TokenStream } from './token-stream.js';

/** Returns the problem of a filter or test name; undefined if it is valid. */
export type Vocabulary = {
  readonly filterProblem: (name: string, given: Arguments | null) => string | undefined;
  readonly testProblem: (name: string) => string | undefined;
  /** Replaces a message in `_()`, `gettext()` or `ngettext()` with constant texts. */
  readonly gettext: (call: GettextCall) => Expression;
  /** A call that starts at this offset. */
  readonly onCall: (callee: Expression, given: Arguments | null, at: number) => void;
};

const extras: ReadonlySet<string> = new Set<Extra>(['caller', 'varargs', 'kwargs']);

export const isExtra = (name: string): name is Extra => extras.has(name);

const maxDepth = 100;
const comparisons: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);
const constants: Record<string, boolean | null> = Object.assign(Object.create(null), {
  true: true,
  True: true,
  false: false,
  False: false,
  none: null,
  None: null,
});

/** Parses the expressions of one tag, with Jinja's grammar and precedence. */
export class ExpressionParser {
  private depth = 0;

  constructor(
    private readonly stream: TokenStream,
    private readonly vocabulary: Vocabulary,
    private readonly onExtra: (name: Extra) => void,
  ) {}

  /** Comma-separated expressions are a tuple, also without parentheses. */
  tuple({ conditional = true, end = [] as readonly string[], parenthesised = false } = {}): Expression {
    const items: Expression[] = [];
    let isTuple = false;
    for (;;) {
      if (items.length > 0) this.stream.expectOperator(',');
      if (this.stream.isEnd() || this.stream.isOperator(')') || this.stream.isName(...end)) break;
      items.push(conditional ? this.expression() : this.or());
      if (!this.stream.isOperator(',')) break;
      isTuple = true;
    }
    if (isTuple) return ['tuple', items];
    if (items[0]) return items[0];
    if (!parenthesised) throw this.stream.unexpected('an expression');
    return ['tuple', []];
  }

  expression(): Expression {
    return this.nested(() => {
      let value = this.or();
      while (this.stream.skipName('if')) {
        const test = this.or();
        value = ['if', test, value, this.stream.skipName('else') ? this.expression() : null];
      }
      return value;
    });
  }

  /** The left side of an assignment. */
  target(end: readonly string[] = [], withNamespace = false): Target {
    const items: Target[] = [];
    let isTuple = false;
    for (;;) {
      if (items.length > 0) this.stream.expectOperator(',');
      if (this.stream.isEnd() || this.stream.isOperator(')') || this.stream.isName(...end)) break;
      items.push(this.singleTarget(withNamespace));
      if (!this.stream.isOperator(',')) break;
      isTuple = true;
    }
    if (isTuple) return ['tuple', items];
    if (!items[0]) throw this.stream.unexpected('a name to assign to');
    return items[0];
  }

  nameToAssign(): string {
    const { value, at } = this.stream.expectName('a name to assign to');
    if (value in constants) throw new Problem(at, `nothing can be assigned to ${value}`);
    return value;
  }

  filters(value: Expression | null, startInline = false): Expression {
    let result = value;
    for (let inline = startInline; inline || this.stream.skipOperator('|'); inline = false) {
      const { value: name, at } = this.stream.expectName('the name of a filter');
      const given = this.stream.isOperator('(') ? this.arguments() : null;
      const problem = this.vocabulary.filterProblem(name, given);
      if (problem !== undefined) throw new Problem(at, problem);
      result = ['filter', result, name, given];
    }
    return result as Expression;
  }

  parameters(): [string, Expression | null][] {
    const parameters: [string, Expression | null][] = [];
    this.stream.expectOperator('(');
    while (!this.stream.isOperator(')')) {
      if (parameters.length > 0) this.stream.expectOperator(',');
      const { at } = this.stream.current;
      const name = this.nameToAssign();
      const fallback = this.stream.skipOperator('=') ? this.expression() : null;
      if (!fallback && parameters.at(-1)?.[1])
        throw new Problem(at, `the argument ${name} needs a default, because the one before it has one`);
      parameters.push([name, fallback]);
    }
    this.stream.expectOperator(')');
    return parameters;
  }

  private singleTarget(withNamespace: boolean): Target {
    if (this.stream.skipOperator('(')) {
      const inner = this.target([], withNamespace);
      this.stream.expectOperator(')');
      return inner;
    }
    const name = this.nameToAssign();
    if (!withNamespace || !this.stream.skipOperator('.')) return ['name', name];
    return ['namespace', name, this.stream.expectName().value];
  }

  private or(): Expression {
    return this.chain(
      () => this.and(),
      () => (this.stream.skipName('or') ? 'or' : undefined),
    );
  }

  private and(): Expression {
    return this.chain(
      () => this.not(),
      () => (this.stream.skipName('and') ? 'and' : undefined),
    );
  }

  private not(): Expression {
    if (!this.stream.skipName('not')) return this.compare();
    return this.nested(() => ['not', this.not()]);
  }

  private compare(): Expression {
    const first = this.sum();
    const operands: [Comparison, Expression][] = [];
    for (let sign = this.comparison(); sign; sign = this.comparison()) operands.push([sign, this.sum()]);
    return operands.length > 0 ? ['compare', first, operands] : first;
  }

  private comparison(): Comparison | undefined {
    const { kind, value } = this.stream.current;
    if (kind === 'operator' && comparisons.has(value)) return this.stream.next().value as Comparison;
    if (this.stream.skipName('in')) return 'in';
    if (!this.stream.isName('not') || this.stream.following.value !== 'in') return undefined;
    this.stream.next();
    this.stream.next();
    return 'not in';
  }

  private sum(): Expression {
    return this.binary(() => this.concat(), ['+', '-']);
  }

  private concat(): Expression {
    const items = [this.product()];
    while (this.stream.skipOperator('~')) items.push(this.product());
    return items.length > 1 ? ['concat', items] : (items[0] as Expression);
  }

  private product(): Expression {
    return this.binary(() => this.power(), ['*', '/', '//', '%']);
  }

  private power(): Expression {
    return this.binary(() => this.unary(), ['**']);
  }

  private unary(withFilter = true): Expression {
    const sign = this.stream.isOperator('-') ? 'minus' : this.stream.isOperator('+') ? 'plus' : undefined;
    let value: Expression;
    if (sign) {
      this.stream.next();
      value = this.nested(() => [sign, this.unary(false)]);
    } else {
      value = this.primary();
    }
    value = this.postfix(value);
    return withFilter ? this.filtered(value) : value;
  }

  private primary(): Expression {
    const { kind, value } = this.stream.current;
    switch (kind) {
      case 'name':
        this.stream.next();
        if (isExtra(value)) this.onExtra(value);
        return value in constants ? ['const', constants[value] as boolean | null] : ['name', value];
      case 'string':
        return this.strings();
      case 'integer':
        this.stream.next();
        return integer(value);
      case 'float':
        this.stream.next();
        return ['float', Number(value)];
      default:
        return this.bracketed();
    }
  }

  private strings(): Expression {
    let text = '';
    while (this.stream.current.kind === 'string') text += this.stream.next().value;
    return ['const', text];
  }

  private bracketed(): Expression {
    if (this.stream.skipOperator('(')) {
      const inner = this.nested(() => this.tuple({ parenthesised: true }));
      this.stream.expectOperator(')');
      return inner;
    }
    if (this.stream.skipOperator('[')) return ['list', this.until(']', () => this.expression())];
    if (!this.stream.skipOperator('{')) throw this.stream.unexpected('a value');
    return [
      'dict',
      this.until('}', () => {
        const key = this.expression();
        this.stream.expectOperator(':');
        return [key, this.expression()] as const;
      }),
    ];
  }

  private until<Item>(closing: string, item: () => Item): Item[] {
    const items: Item[] = [];
    while (!this.stream.isOperator(closing)) {
      if (items.length > 0) this.stream.expectOperator(',');
      if (this.stream.isOperator(closing)) break;
      items.push(item());
    }
    this.stream.expectOperator(closing);
    return items;
  }

  private postfix(start: Expression): Expression {
    let value = start;
    for (let length = 0; ; length += 1) {
      if (length > maxDepth) throw this.tooDeep();
      if (this.stream.skipOperator('.')) value = this.attribute(value);
      else if (this.stream.skipOperator('[')) value = ['item', value, this.subscripts()];
      else if (this.stream.isOperator('(')) value = this.call(value);
      else return value;
    }
  }

  private call(callee: Expression): Expression {
    const { at } = this.stream.current;
    const given = this.arguments();
    const isFormatted = this.stream.isOperator('|') && this.stream.following.value === 'format';
    const found = gettextCall(callee, given, at, isFormatted);
    if (found) return this.vocabulary.gettext(found);
    this.vocabulary.onCall(callee, given, at);
    return ['call', callee, given];
  }

  private attribute(value: Expression): Expression {
    const { kind, value: name } = this.stream.current;
    if (kind === 'integer') {
      this.stream.next();
      return ['item', value, integer(name)];
    }
    if (kind === 'float' && /^\d+\.\d+$/.test(name)) {
      // The lexer reads `a.0.1` as a name, a dot and a float.
      this.stream.next();
      return name.split('.').reduce<Expression>((inner, index) => ['item', inner, integer(index)], value);
    }
    return ['attribute', value, this.stream.expectName('the name of an attribute').value];
  }

  private subscripts(): Expression {
    const items = this.until(']', () => this.subscript());
    if (items.length === 0) throw this.stream.unexpected('an index');
    return items.length === 1 ? (items[0] as Expression) : ['tuple', items];
  }

  private subscript(): Expression {
    const bounds: (Expression | null)[] = [];
    if (!this.stream.isOperator(':')) {
      const first = this.expression();
      if (!this.stream.isOperator(':')) return first;
      bounds.push(first);
    } else {
      bounds.push(null);
    }
    while (bounds.length < 3 && this.stream.skipOperator(':'))
      bounds.push(this.stream.isOperator(':', ']', ',') ? null : this.expression());
    return ['slice', bounds[0] ?? null, bounds[1] ?? null, bounds[2] ?? null];
  }

  private filtered(start: Expression): Expression {
    let value = start;
    for (let length = 0; ; length += 1) {
      if (length > maxDepth) throw this.tooDeep();
      if (this.stream.isOperator('|')) value = this.filters(value);
      else if (this.stream.skipName('is')) value = this.test(value);
      else if (this.stream.isOperator('(')) value = ['call', value, this.arguments()];
      else return value;
    }
  }

  private test(value: Expression): Expression {
    const negated = this.stream.skipName('not');
    const { value: name, at } = this.stream.expectName('the name of a test');
    const problem = this.vocabulary.testProblem(name);
    if (problem !== undefined) throw new Problem(at, problem);
    const test: Expression = ['test', value, name, this.testArguments()];
    return negated ? ['not', test] : test;
  }

  /** `is divisibleby 3` needs no parentheses. */
  private testArguments(): Arguments | null {
    if (this.stream.isOperator('(')) return this.arguments();
    if (this.stream.isName('is'))
      throw new Problem(this.stream.current.at, 'two tests with is cannot follow each other');
    const { kind } = this.stream.current;
    const begins = kind === 'string' || kind === 'integer' || kind === 'float' || this.stream.isOperator('[', '{');
    if (!begins && (kind !== 'name' || this.stream.isName('else', 'or', 'and', 'if', 'in', 'not', 'recursive')))
      return null;
    return { positional: [this.postfix(this.primary())], named: [] };
  }

  private arguments(): Arguments | null {
    const { at } = this.stream.expectOperator('(');
    const positional: Expression[] = [];
    const named: [string, Expression][] = [];
    let star: Expression | undefined;
    let doubleStar: Expression | undefined;
    const require = (legal: boolean): void => {
      if (!legal) throw new Problem(at, 'arguments must be in this order: positional, named, *list, **dict');
    };
    let first = true;
    while (!this.stream.isOperator(')')) {
      if (!first) this.stream.expectOperator(',');
      if (!first && this.stream.isOperator(')')) break;
      first = false;
      if (this.stream.skipOperator('*')) {
        require(!star && !doubleStar);
        star = this.expression();
      } else if (this.stream.skipOperator('**')) {
        require(!doubleStar);
        doubleStar = this.expression();
      } else if (this.stream.current.kind === 'name' && this.stream.following.value === '=') {
        require(!doubleStar);
        const name = this.stream.next().value;
        this.stream.next();
        named.push([name, this.expression()]);
      } else {
        require(!star && !doubleStar && named.length === 0);
        positional.push(this.expression());
      }
    }
    this.stream.expectOperator(')');
    if (positional.length === 0 && named.length === 0 && !star && !doubleStar) return null;
    return { positional, named, ...(star && { star }), ...(doubleStar && { doubleStar }) };
  }

  private binary(operand: () => Expression, operators: readonly BinaryOperator[]): Expression {
    let value = operand();
    for (let length = 0; this.stream.isOperator(...operators); length += 1) {
      if (length > maxDepth) throw this.tooDeep();
      const operator = this.stream.next().value as BinaryOperator;
      value = ['binary', operator, value, operand()];
    }
    return value;
  }

  private chain(operand: () => Expression, operator: () => 'and' | 'or' | undefined): Expression {
    let value = operand();
    let length = 0;
    for (let sign = operator(); sign; sign = operator()) {
      length += 1;
      if (length > maxDepth) throw this.tooDeep();
      value = [sign, value, operand()];
    }
    return value;
  }

  private nested<Result>(read: () => Result): Result {
    this.depth += 1;
    if (this.depth > maxDepth) throw this.tooDeep();
    const result = read();
    this.depth -= 1;
    return result;
  }

  private tooDeep(): Problem {
    return new Problem(
      this.stream.current.at,
      `the expression is nested more than ${maxDepth} levels deep; split it with {% set %}`,
    );
  }
}

function integer(written: string): Expression {
  const value = BigInt(written.replaceAll('_', '').replace(/^0+(?=\d)/, ''));
  return Number.isSafeInteger(Number(value)) ? ['const', Number(value)] : ['integer', value.toString()];
}
