import type { Arguments, Body, Expression, Parameter, Statement, Target, Template } from '../jinja/syntax/ast.js';
import type { JinjaArtifact } from '../jinja/artifact.js';
import { emailUrls } from '../links/email-urls.js';
import type { KindOfUse, UseBudget } from './data-use.js';
import { DataUse } from './data-use.js';

/** The meaning of names: a value of the data, or undefined for values that the template creates. */
type Scope = ReadonlyMap<string, DataUse | undefined>;

/** The data that a Jinja template reads. */
export function jinjaUses({ parts, snippets }: JinjaArtifact, budget: UseBudget): DataUse {
  const root = new DataUse(budget);
  const walk = new JinjaWalk(root, snippets, budget);
  for (const template of Object.values(parts)) walk.template(template, builtinNames);
  return root;
}

/** The names of Jinja itself, and the addresses of the email. */
const builtinNames: Scope = new Map(
  [
    'range',
    'dict',
    'namespace',
    'cycler',
    'joiner',
    'lipsum',
    'loop',
    'caller',
    'varargs',
    'kwargs',
    'self',
    'super',
    '_',
  ]
    .concat(['gettext', 'ngettext'])
    .concat(emailUrls)
    .map((name) => [name, undefined]),
);

/** Filters that return the same items, and those that return one item. */
const sameItems = new Set([
  'sort',
  'reverse',
  'unique',
  'list',
  'select',
  'reject',
  'selectattr',
  'rejectattr',
  'safe',
]);
const oneItem = new Set(['first', 'last', 'random', 'min', 'max']);
/** Methods with which a template iterates over a dict. */
const dictMethods = new Set(['items', 'keys', 'values']);

class JinjaWalk {
  private readonly open = new Set<string>();
  private conditions = 0;

  constructor(
    private readonly root: DataUse,
    private readonly snippets: JinjaArtifact['snippets'],
    private readonly budget: UseBudget,
  ) {}

  template({ body, blocks }: Template, scope: Scope): void {
    this.body(body, scope);
    for (const block of Object.values(blocks)) this.body(block, scope);
  }

  private body(body: Body, outer: Scope): void {
    const scope = new Map(outer);
    for (const statement of body) {
      if (!this.budget.step()) return;
      if (typeof statement !== 'string') this.statement(statement, scope);
    }
  }

  private statement(statement: Exclude<Statement, string>, scope: Map<string, DataUse | undefined>): void {
    switch (statement[0]) {
      case 'print':
      case 'do':
        this.expression(statement[2], 'printed', scope);
        break;
      case 'if':
        for (const [condition, body] of statement[2]) {
          this.expression(condition, 'tested', scope);
          this.optionally(() => this.body(body, scope));
        }
        this.optionally(() => this.body(statement[3], scope));
        break;
      case 'for':
        this.loop(statement, scope);
        break;
      case 'set':
        this.assign(statement[2], this.expression(statement[3], undefined, scope), scope);
        break;
      case 'capture':
        if (statement[3]) this.expression(statement[3], undefined, scope);
        this.body(statement[4], scope);
        this.assign(statement[2], undefined, scope);
        break;
      case 'macro':
        scope.set(statement[2], undefined);
        this.optionally(() => this.body(statement[4], this.withParameters(statement[3], scope)));
        break;
      case 'call':
        this.expression(statement[3], 'printed', scope);
        this.optionally(() => this.body(statement[4], this.withParameters(statement[2], scope)));
        break;
      case 'filter':
      case 'autoescape':
        this.expression(statement[2], undefined, scope);
        this.body(statement[3], scope);
        break;
      case 'with': {
        const inner = new Map(scope);
        for (const [target, value] of statement[2])
          this.assign(target, this.expression(value, undefined, scope), inner);
        this.body(statement[3], inner);
        break;
      }
      case 'include':
        if (statement[2] !== null) this.snippet(statement[2], statement[3] ? scope : builtinNames);
        break;
      case 'import':
        this.snippet(statement[2], statement[4] ? scope : builtinNames);
        scope.set(statement[3], undefined);
        break;
      case 'from':
        this.snippet(statement[2], statement[4] ? scope : builtinNames);
        for (const [, name] of statement[3]) scope.set(name, undefined);
        break;
      case 'extends':
        this.snippet(statement[2], scope);
        break;
      case 'trans':
        if (statement[3]) this.expression(statement[3], 'printed', scope);
        for (const [, value] of statement[5]) this.expression(value, 'printed', scope);
        break;
      case 'block':
    }
  }

  private loop(
    [, , target, items, condition, , body, otherwise]: Extract<Statement, readonly ['for', ...unknown[]]>,
    scope: Scope,
  ): void {
    const list = this.expression(items, 'looped', scope);
    const inner = new Map(scope).set('loop', undefined);
    this.assign(target, list?.kinds.has('looped') ? list.item : undefined, inner);
    if (condition) this.expression(condition, 'tested', inner);
    this.optionally(() => this.body(body, inner));
    this.optionally(() => this.body(otherwise, scope));
  }

  /** The names of unpacked values are not tracked. */
  private assign(target: Target, value: DataUse | undefined, scope: Map<string, DataUse | undefined>): void {
    if (target[0] === 'name') scope.set(target[1], value);
    else if (target[0] === 'tuple') for (const each of target[1]) this.assign(each, undefined, scope);
  }

  private withParameters(parameters: readonly Parameter[], scope: Scope): Scope {
    const inner = new Map(scope);
    for (const [name, fallback] of parameters) {
      if (fallback) this.expression(fallback, undefined, scope);
      inner.set(name, undefined);
    }
    return inner;
  }

  private snippet(name: string, scope: Scope): void {
    const template = this.snippets[name];
    if (template === undefined || this.open.has(name)) return;
    this.open.add(name);
    this.template(template, scope);
    this.open.delete(name);
  }

  /**
   * Records what an expression reads, and returns the value of the data that it refers to, if any. `kind`: how the
   * result is used.
   */
  private expression(expression: Expression, kind: KindOfUse | undefined, scope: Scope): DataUse | undefined {
    if (!this.budget.step()) return undefined;
    const use = this.getValue(expression, kind, scope);
    if (kind !== undefined) use?.kinds.add(kind);
    if (kind === 'printed' && this.conditions === 0) use?.require();
    return use;
  }

  /** What is inside may not be reached, or stands where something is missing. */
  private optionally<Result>(walk: () => Result): Result {
    this.conditions += 1;
    const result = walk();
    this.conditions -= 1;
    return result;
  }

  private getValue(expression: Expression, kind: KindOfUse | undefined, scope: Scope): DataUse | undefined {
    switch (expression[0]) {
      case 'name':
        return scope.has(expression[1]) ? scope.get(expression[1]) : this.root.field(expression[1]);
      case 'attribute':
        return this.expression(expression[1], undefined, scope)?.field(expression[2]);
      case 'item':
        return this.item(expression[1], expression[2], scope);
      case 'slice':
        for (const bound of expression.slice(1) as (Expression | null)[])
          if (bound) this.expression(bound, 'printed', scope);
        return undefined;
      case 'call':
        return this.call(expression[1], expression[2], scope);
      case 'filter':
        return this.filter(expression, kind, scope);
      case 'test':
        this.expression(expression[1], 'tested', scope);
        this.arguments(expression[3], scope);
        return undefined;
      case 'not':
        this.expression(expression[1], 'tested', scope);
        return undefined;
      case 'and':
      case 'or': {
        const [, left, right] = expression;
        this.optionally(() => this.expression(left, kind ?? 'tested', scope));
        this.optionally(() => this.expression(right, kind ?? 'printed', scope));
        return undefined;
      }
      case 'if': {
        const [, condition, chosen, otherwise] = expression;
        if (condition) this.expression(condition, 'tested', scope);
        this.optionally(() => this.expression(chosen, kind ?? 'printed', scope));
        this.optionally(() => otherwise && this.expression(otherwise, kind ?? 'printed', scope));
        return undefined;
      }
      case 'compare':
        this.expression(expression[1], 'tested', scope);
        for (const [, other] of expression[2]) this.expression(other, 'tested', scope);
        return undefined;
      case 'binary':
        this.expression(expression[2], kind ?? 'printed', scope);
        this.expression(expression[3], kind ?? 'printed', scope);
        return undefined;
      case 'minus':
      case 'plus':
        this.expression(expression[1], 'printed', scope);
        return undefined;
      case 'concat':
      case 'list':
      case 'tuple':
        for (const each of expression[1]) this.expression(each, 'printed', scope);
        return undefined;
      case 'dict':
        for (const [key, value] of expression[1]) {
          this.expression(key, 'printed', scope);
          this.expression(value, 'printed', scope);
        }
        return undefined;
      case 'ngettext':
        this.expression(expression[2], 'printed', scope);
        return undefined;
      default:
        return undefined;
    }
  }

  private item(holder: Expression, key: Expression, scope: Scope): DataUse | undefined {
    const use = this.expression(holder, undefined, scope);
    if (key[0] === 'const' && typeof key[1] === 'string') return use?.field(key[1]);
    if (key[0] !== 'const') this.expression(key, 'printed', scope);
    return key[0] === 'slice' ? use : use?.item;
  }

  /** A method is not data, but the value it is called on is. */
  private call(called: Expression, given: Arguments | null, scope: Scope): DataUse | undefined {
    this.arguments(given, scope);
    if (called[0] !== 'attribute') {
      this.expression(called, undefined, scope);
      return undefined;
    }
    const [, holder, method] = called;
    const key = method === 'get' ? given?.positional[0] : undefined;
    if (key?.[0] === 'const' && typeof key[1] === 'string')
      return this.expression(holder, undefined, scope)?.field(key[1]);
    // The result of a dict's `items()` is not a list of the data.
    this.expression(holder, dictMethods.has(method) ? 'tested' : 'printed', scope);
    return undefined;
  }

  private filter(
    [, value, name, given]: Extract<Expression, readonly ['filter', ...unknown[]]>,
    kind: KindOfUse | undefined,
    scope: Scope,
  ): DataUse | undefined {
    this.arguments(given, scope);
    if (value === null) return undefined;
    if (name === 'default' || name === 'd') {
      const use = this.optionally(() => this.expression(value, kind, scope));
      return kind === 'printed' ? undefined : use;
    }
    if (sameItems.has(name)) return this.expression(value, undefined, scope);
    if (oneItem.has(name)) return this.expression(value, 'looped', scope)?.item;
    this.expression(value, kind === 'tested' || name === 'length' || name === 'count' ? 'tested' : 'printed', scope);
    return undefined;
  }

  private arguments(given: Arguments | null, scope: Scope): void {
    if (given === null) return;
    for (const each of given.positional) this.expression(each, 'printed', scope);
    for (const [, each] of given.named) this.expression(each, 'printed', scope);
    if (given.star) this.expression(given.star, 'looped', scope);
    if (given.doubleStar) this.expression(given.doubleStar, 'tested', scope);
  }
}
