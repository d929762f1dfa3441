import type { PartName } from '../../errors.js';
import { renderLimits } from '../../limits.js';
import type { RenderBudget } from '../../render-budget.js';
import type { PluralRule } from '../../translation/plural-rule.js';
import { pluralForm } from '../../translation/plural-rule.js';
import { filterNamed, filterProblem, testNamed, testProblem } from '../filters/filters.js';
import { calculate, isNumber, negate, toDouble } from '../python/numbers.js';
import { escaped, printed, represented } from '../python/printing.js';
import { characters, describe, getEntries, iterate, truthy } from '../python/protocols.js';
import type { Runtime } from '../python/runtime.js';
import { invoke } from '../python/runtime.js';
import type { Keywords, Value } from '../python/values.js';
import {
  Callable,
  Dict,
  dictGet,
  Float,
  integer,
  isDict,
  Markup,
  getText,
  Tuple,
  typeName,
  Undefined,
  ValueProblem,
  View,
} from '../python/values.js';
import type { Arguments, Expression } from '../syntax/ast.js';
import { sourcePath } from '../syntax/problems.js';
import { globalNamed } from './globals.js';
import { getAttribute, Loop } from './holders.js';
import { compare, operate, sliced } from './operators.js';
import type { Scope } from './scope.js';

const noArguments: readonly Value[] = [];
const noKeywords: Keywords = new Map();

/** Evaluates expressions. Never calls anything in the data, and only reads own properties. */
export class Evaluator implements Runtime {
  constructor(
    private readonly part: PartName,
    private readonly missing: Set<string> | undefined,
    private readonly budget: RenderBudget,
    private readonly escapes: () => boolean,
    private readonly plural: PluralRule | undefined,
    readonly ownsData: boolean,
    readonly locale: string,
  ) {}

  get autoescape(): boolean {
    return this.escapes();
  }

  evaluate(expression: Expression, scope: Scope): Value {
    switch (expression[0]) {
      case 'const':
        return expression[1];
      case 'name':
        return this.name(expression[1], scope);
      case 'attribute':
        return this.attributeIn(expression, scope, false);
      default:
        this.budget.step(this.part);
        return this.compound(expression, scope);
    }
  }

  private compound(
    expression: Exclude<Expression, readonly ['const' | 'name' | 'attribute', ...unknown[]]>,
    scope: Scope,
  ): Value {
    switch (expression[0]) {
      case 'filter': {
        const value = expression[1] === null ? '' : this.evaluate(expression[1], scope);
        if (!expression[3]) return this.filter(expression[2], value, noArguments, noKeywords);
        return this.withArguments(expression[3], scope, (positional, named) =>
          this.filter(expression[2], value, positional, named),
        );
      }
      case 'call':
        return this.callWith(expression, undefined, scope);
      case 'compare':
        return this.comparison(expression, scope);
      case 'binary':
        return operate(this, expression[1], this.evaluate(expression[2], scope), this.evaluate(expression[3], scope));
      case 'not':
        return !truthy(this.evaluate(expression[1], scope));
      case 'and': {
        const first = this.evaluate(expression[1], scope);
        return truthy(first) ? this.evaluate(expression[2], scope) : first;
      }
      case 'or': {
        const first = this.evaluate(expression[1], scope);
        return truthy(first) ? first : this.evaluate(expression[2], scope);
      }
      case 'if':
        if (truthy(this.evaluate(expression[1], scope))) return this.evaluate(expression[2], scope);
        return expression[3]
          ? this.evaluate(expression[3], scope)
          : new Undefined(() => '', 'the condition does not hold, and there is no else');
      case 'concat':
        return this.concat(expression[1].map((item) => this.evaluate(item, scope)));
      case 'test': {
        const value = this.evaluate(expression[1], scope);
        if (!expression[3]) return this.test(expression[2], value, noArguments, noKeywords);
        return this.withArguments(expression[3], scope, (positional, named) =>
          this.test(expression[2], value, positional, named),
        );
      }
      case 'item':
        return this.itemIn(expression, scope);
      case 'list':
        return expression[1].map((item) => this.evaluate(item, scope));
      case 'tuple':
        return new Tuple(expression[1].map((item) => this.evaluate(item, scope)));
      case 'dict':
        return new Dict(expression[1].map(([key, item]) => [this.evaluate(key, scope), this.evaluate(item, scope)]));
      case 'float':
        return Number.isInteger(expression[1]) ? new Float(expression[1]) : expression[1];
      case 'integer':
        return integer(BigInt(expression[1]));
      case 'ngettext':
        return expression[1][this.pluralForm(this.evaluate(expression[2], scope), expression[3])] ?? '';
      case 'minus':
      case 'plus': {
        const value = this.evaluate(expression[1], scope);
        if (value instanceof Undefined) value.reject();
        if (!isNumber(value)) throw new ValueProblem(`a ${typeName(value)} has no sign`);
        return expression[0] === 'minus' ? negate(value) : calculate('+', value, 0);
      }
      default:
        throw new ValueProblem('a slice stands where a value is wanted');
    }
  }

  /** The plural form for a count: by the catalogue's rule if there is a translation. */
  pluralForm(count: Value, translated: boolean): number {
    if (count instanceof Undefined) this.text(count);
    const text = getText(count);
    if (text !== undefined) this.work(text.length);
    const number = isNumber(count)
      ? toDouble(count)
      : text === undefined || text.trim() === ''
        ? Number.NaN
        : Number(text);
    return translated && this.plural ? pluralForm(this.plural, number) : Number(number !== 1);
  }

  private name(name: string, scope: Scope): Value {
    const value = scope.get(name);
    if (value !== undefined) return value;
    return globalNamed(this, name) ?? new Undefined(() => name);
  }

  private comparison(
    [, first, operands]: Extract<Expression, readonly ['compare', ...unknown[]]>,
    scope: Scope,
  ): boolean {
    let left = this.evaluate(first, scope);
    for (const [sign, operand] of operands) {
      const right = this.evaluate(operand, scope);
      if (!compare(this, sign, left, right)) return false;
      left = right;
    }
    return true;
  }

  private concat(values: readonly Value[]): Value {
    if (!this.autoescape || !values.some((value) => value instanceof Markup)) {
      let text = '';
      for (const value of values) text += this.text(value);
      this.checkLength(text.length);
      return text;
    }
    const pieces = values.map((value) => (value instanceof Markup ? value.text : escaped(this, this.text(value))));
    const text = pieces.join('');
    this.checkLength(text.length);
    return new Markup(text);
  }

  /** `value.name`; in a call, a method takes precedence over a dict's key, as in Python. */
  private attributeIn(
    expression: Extract<Expression, readonly ['attribute', ...unknown[]]>,
    scope: Scope,
    called: boolean,
  ): Value {
    const [, holder, name] = expression;
    const value = this.evaluate(holder, scope);
    if (value instanceof Undefined) this.reject(value, `so it has no attribute ${name}`);
    const found = this.attributeFound(value, name, called);
    return found === undefined ? new Undefined(() => sourcePath(expression)) : found;
  }

  private attributeFound(value: Value, name: string, called: boolean): Value {
    if (!isDict(value)) return getAttribute(this, value, name);
    const method = called ? getAttribute(this, value, name) : undefined;
    if (method !== undefined) return method;
    const found = dictGet(value, name);
    return found === undefined ? getAttribute(this, value, name) : found;
  }

  private reject(value: Undefined, consequence: string): never {
    throw new ValueProblem(`${value.explanation ?? `${value.path()} is undefined`}, ${consequence}`);
  }

  private itemIn(expression: Extract<Expression, readonly ['item', ...unknown[]]>, scope: Scope): Value {
    const [, holder, key] = expression;
    const value = this.evaluate(holder, scope);
    if (key[0] === 'slice') {
      const bounds = key.slice(1).map((each) => (each ? this.evaluate(each as Expression, scope) : null));
      return sliced(this, value, bounds[0], bounds[1], bounds[2]);
    }
    const index = this.evaluate(key, scope);
    if (value instanceof Undefined) this.reject(value, `so it has no item ${describe(index)}`);
    const found = this.itemFound(value, index);
    return found === undefined ? new Undefined(() => sourcePath(expression)) : found;
  }

  private itemFound(value: Value, key: Value): Value {
    const text = getText(value);
    const items =
      text === undefined
        ? Array.isArray(value)
          ? (value as Value[])
          : value instanceof Tuple || (value instanceof View && value.kind === 'range')
            ? value.items
            : undefined
        : characters(this, text);
    if (items && typeof key === 'boolean') return items[Number(key)];
    if (items && typeof key === 'number') {
      const found = Number.isInteger(key) ? items[key < 0 ? key + items.length : key] : undefined;
      return typeof found === 'string' && value instanceof Markup ? new Markup(found) : found;
    }
    if (isDict(value)) {
      const found = key instanceof Undefined || Array.isArray(key) || isDict(key) ? undefined : dictGet(value, key);
      if (found !== undefined) return found;
    }
    const name = getText(key);
    return name === undefined ? undefined : getAttribute(this, value, name);
  }

  /** A call; `caller` is the body of a `{% call %}`. */
  callWith(expression: Expression, caller: Callable | undefined, scope: Scope): Value {
    const [, callee, given] = expression as Extract<Expression, readonly ['call', ...unknown[]]>;
    const target = callee[0] === 'attribute' ? this.attributeIn(callee, scope, true) : this.evaluate(callee, scope);
    if (target instanceof Undefined) this.reject(target, 'so it cannot be called');
    return this.withArguments(given, scope, (positional, named) =>
      this.call(target, positional, caller ? new Map([...named, ['caller', caller]]) : named),
    );
  }

  /** Applies the filters of a block, whose first filter has no input yet. */
  filterWith(expression: Expression, value: Value, scope: Scope): Value {
    if (expression[0] !== 'filter') return value;
    const input = expression[1] === null ? value : this.filterWith(expression[1], value, scope);
    return this.withArguments(expression[3], scope, (positional, named) =>
      this.filter(expression[2], input, positional, named),
    );
  }

  private withArguments<Result>(
    given: Arguments | null,
    scope: Scope,
    use: (positional: readonly Value[], named: Keywords) => Result,
  ): Result {
    if (!given) return use(noArguments, noKeywords);
    const positional = given.positional.map((each) => this.evaluate(each, scope));
    const named = given.named.length === 0 && !given.doubleStar ? noKeywords : new Map<string, Value>();
    if (named instanceof Map && named !== noKeywords) {
      for (const [name, each] of given.named) named.set(name, this.evaluate(each, scope));
      if (given.doubleStar) {
        const more = this.evaluate(given.doubleStar, scope);
        if (!isDict(more)) throw new ValueProblem(`** needs a dict, not ${typeName(more)}`);
        for (const [name, value] of getEntries(this, more)) named.set(this.text(name), value);
      }
    }
    if (!given.star) return use(positional, named);
    return use([...positional, ...iterate(this, this.evaluate(given.star, scope))], named);
  }

  call(callee: Value, positional: readonly Value[], named: Keywords): Value {
    this.budget.step(this.part);
    if (callee instanceof Callable) return callee.call(positional, named);
    if (callee instanceof Loop) return callee.again(positional[0]);
    throw new ValueProblem(`${describe(callee)} cannot be called`);
  }

  filter(name: string, value: Value, positional: readonly Value[], named: Keywords): Value {
    const filter = filterNamed(name);
    if (!filter) throw new ValueProblem(filterProblem(name, null) ?? name);
    return invoke(this, 'filter', name, filter, value, positional, named);
  }

  test(name: string, value: Value, positional: readonly Value[], named: Keywords): boolean {
    const test = testNamed(name);
    if (!test) throw new ValueProblem(testProblem(name) ?? name);
    const values = [...positional, ...named.values()];
    if (values.length !== test.values)
      throw new ValueProblem(`the test ${name} takes ${test.values === 1 ? 'one value' : 'no values'}`);
    return test.run(this, value, values[0]);
  }

  spend(steps: number): void {
    this.budget.spend(steps, this.part);
  }

  work(characters: number): void {
    this.checkLength(characters);
    if (characters >= charactersOfStep) this.budget.spend(Math.floor(characters / charactersOfStep), this.part);
  }

  text(value: Value): string {
    if (typeof value === 'string') return value;
    if (value instanceof Undefined) this.missing?.add(value.path() || '(nothing)');
    return printed(value, this);
  }

  represent(value: Value): string {
    return represented(value, this);
  }

  undefined(explanation: string): Value {
    return new Undefined(() => '', explanation);
  }

  attribute(value: Value, name: string): Value {
    if (value instanceof Undefined) this.reject(value, `so it has no attribute ${name}`);
    const found = this.attributeFound(value, name, false);
    return found === undefined ? new Undefined(() => name) : found;
  }

  item(value: Value, key: Value): Value {
    if (value instanceof Undefined) this.reject(value, `so it has no item ${describe(key)}`);
    const found = this.itemFound(value, key);
    return found === undefined ? new Undefined(() => getText(key) ?? describe(key)) : found;
  }

  /** No text may be longer than the maximum output. */
  private checkLength(length: number): void {
    if (length > renderLimits.outputBytes) this.budget.exceed('output', this.part);
  }
}

/** Reading this many characters costs about as much as a tag. */
const charactersOfStep = 32;
