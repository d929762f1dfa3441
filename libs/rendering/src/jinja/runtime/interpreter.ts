import type { PartName } from '../../errors.js';
import { TemplateFailed } from '../../errors.js';
import { maxRenderDepth } from '../../limits.js';
import { printedMark } from '../../links/link-marks.js';
import type { RenderBudget } from '../../render-budget.js';
import type { Body, Expression, Extra, Parameter, Place, Statement, Target, Template } from '../syntax/ast.js';
import type { JinjaArtifact } from '../artifact.js';
import type { Value } from '../python/values.js';
import { Callable, Markup, Undefined, ValueProblem, copyValue } from '../python/values.js';
import { escaped, quoted } from '../python/printing.js';
import { iterate, truthy } from '../python/protocols.js';
import { Evaluator } from './evaluator.js';
import { Loop, Module, Namespace, unpack } from './holders.js';
import { bindArguments } from './macro.js';
import { Scope } from './scope.js';

/** The rendering state of a template and its blocks: its own names, and the blocks that its children replace. */
type Context = { readonly root: Scope; readonly blocks: Map<string, readonly Body[]>; parent: Template | undefined };

/** Renders one part within the budget of its email, by walking its tree. */
export class Interpreter {
  private out = '';
  private place: Place = 1;
  private depth = 0;
  private readonly evaluator: Evaluator;
  private readonly maxLength: number;
  private autoescape: boolean;
  /** The scope with the email's data. */
  private readonly data: Scope;

  constructor(
    private readonly artifact: JinjaArtifact,
    private readonly part: PartName,
    missing: Set<string> | undefined,
    private readonly budget: RenderBudget,
    data: unknown,
    private readonly marksLinks: boolean,
  ) {
    this.maxLength = budget.left;
    this.autoescape = artifact.autoescape && part !== 'subject' && part !== 'text';
    const own = (): Value => copyValue(data, (steps) => budget.spend(steps, part));
    this.data = new Scope(undefined, artifact.changesData ? own() : data);
    const { plural, changesData, locale = 'en-US' } = artifact;
    this.evaluator = new Evaluator(part, missing, budget, () => this.autoescape, plural, changesData, locale);
  }

  render(template: Template): string {
    try {
      this.template(template, new Scope(this.data));
    } catch (error) {
      if (error instanceof ValueProblem) throw new TemplateFailed(this.part, this.place, error.message);
      // Deep recursion that the depth counter does not see is reported like exceeded depth.
      if (error instanceof RangeError && error.message.includes('call stack')) this.budget.exceed('depth', this.part);
      throw error;
    }
    return this.budget.print(this.out, this.part);
  }

  private template(template: Template, root: Scope): void {
    const context: Context = { root, blocks: new Map(), parent: undefined };
    let current: Template | undefined = template;
    while (current) {
      for (const [name, body] of Object.entries(current.blocks))
        context.blocks.set(name, [...(context.blocks.get(name) ?? []), body]);
      if (context.blocks.size > 0) root.set('self', this.self(context));
      context.parent = undefined;
      const before = this.out;
      this.body(current.body, root, context);
      // A template that extends another only prints the other's text, with its own blocks.
      if (context.parent) this.out = before;
      current = context.parent;
    }
  }

  private body(body: Body, scope: Scope, context: Context): void {
    for (const statement of body) {
      this.budget.step(this.part);
      if (this.out.length > this.maxLength) this.budget.exceed('output', this.part);
      if (typeof statement === 'string') this.out += statement;
      else this.statement(statement, scope, context);
    }
  }

  private statement(statement: Exclude<Statement, string>, scope: Scope, context: Context): void {
    this.place = statement[1];
    switch (statement[0]) {
      case 'print':
        this.write(this.evaluator.evaluate(statement[2], scope));
        break;
      case 'if': {
        this.body(this.branch(statement, scope), scope, context);
        break;
      }
      case 'for':
        this.for(statement, scope, context);
        break;
      case 'set':
        this.assign(statement[2], this.evaluator.evaluate(statement[3], scope), scope);
        break;
      case 'capture': {
        const captured = this.marked(this.captured(() => this.body(statement[4], new Scope(scope), context)));
        const value = statement[3] ? this.evaluator.filterWith(statement[3], captured, scope) : captured;
        this.assign(statement[2], value, scope);
        break;
      }
      case 'macro':
        scope.set(statement[2], this.macro(statement[2], statement[3], statement[4], statement[5], scope, context));
        break;
      case 'call': {
        const caller = this.macro('caller', statement[2], statement[4], statement[5], scope, context);
        this.out += this.evaluator.text(this.evaluator.callWith(statement[3], caller, scope));
        break;
      }
      case 'filter': {
        const captured = this.marked(this.captured(() => this.body(statement[3], new Scope(scope), context)));
        this.out += this.evaluator.text(this.evaluator.filterWith(statement[2], captured, scope));
        break;
      }
      case 'with': {
        const inner = new Scope(scope);
        const values = statement[2].map(([, value]) => this.evaluator.evaluate(value, scope));
        statement[2].forEach(([target], index) => this.assign(target, values[index], inner));
        this.body(statement[3], inner, context);
        break;
      }
      case 'autoescape': {
        const before = this.autoescape;
        this.autoescape = truthy(this.evaluator.evaluate(statement[2], scope));
        this.body(statement[3], new Scope(scope), context);
        this.autoescape = before;
        break;
      }
      case 'do':
        this.evaluator.evaluate(statement[2], scope);
        break;
      case 'trans':
        this.trans(statement, scope);
        break;
      case '@':
        this.mark();
        break;
      default:
        this.composition(statement, scope, context);
    }
  }

  private branch([, , branches, otherwise]: Extract<Statement, readonly ['if', ...unknown[]]>, scope: Scope): Body {
    for (const [test, body] of branches) if (truthy(this.evaluator.evaluate(test, scope))) return body;
    return otherwise;
  }

  private composition(
    statement: Extract<Statement, readonly ['include' | 'import' | 'from' | 'extends' | 'block', ...unknown[]]>,
    scope: Scope,
    context: Context,
  ): void {
    switch (statement[0]) {
      case 'include':
        if (statement[2] !== null) {
          const template = this.snippet(statement[2]);
          this.deeper(() => this.template(template, new Scope(statement[3] ? scope : undefined)));
        }
        break;
      case 'import':
        scope.set(statement[3], this.module(statement[2], statement[4] ? scope : undefined));
        break;
      case 'from': {
        const module = this.module(statement[2], statement[4] ? scope : undefined);
        for (const [name, as] of statement[3]) {
          const value = module.attribute(name);
          scope.set(
            as,
            value === undefined
              ? new Undefined(() => name, `the snippet "${statement[2]}" has no macro ${name}`)
              : value,
          );
        }
        break;
      }
      case 'extends':
        if (context.parent) throw new ValueProblem('a template can extend only one snippet');
        context.parent = this.snippet(statement[2]);
        break;
      case 'block':
        // The blocks of a template that extends another are printed at their place in the other.
        if (!context.parent) this.block(statement[2], 0, statement[3] ? scope : context.root, context);
    }
  }

  private block(name: string, level: number, outer: Scope, context: Context): void {
    const bodies = context.blocks.get(name) ?? [];
    const body = bodies[level];
    if (!body) return;
    const scope = new Scope(outer);
    if (bodies[level + 1])
      scope.set(
        'super',
        new Callable('super', () => this.marked(this.captured(() => this.block(name, level + 1, outer, context)))),
      );
    this.deeper(() => this.body(body, scope, context));
  }

  /** `{{ self.title() }}` prints a block again. */
  private self(context: Context): Value {
    const again = (name: string): Value => this.marked(this.captured(() => this.block(name, 0, context.root, context)));
    return new Namespace([...context.blocks.keys()].map((name) => [name, new Callable(name, () => again(name))]));
  }

  private for(
    [, place, target, list, test, recursive, body, otherwise]: Extract<Statement, readonly ['for', ...unknown[]]>,
    scope: Scope,
    context: Context,
  ): void {
    const run = (value: Value, depth: number): void => {
      const items = test
        ? this.passing(iterate(this.evaluator, value), target, test, scope)
        : iterate(this.evaluator, value);
      const again = recursive
        ? (inner: Value, level: number): Value => this.marked(this.captured(() => this.deeper(() => run(inner, level))))
        : undefined;
      const loop = new Loop(this.evaluator, items, depth, again);
      for (const item of items) {
        this.budget.step(this.part);
        loop.index0 += 1;
        const inner = new Scope(scope);
        inner.set('loop', loop);
        this.place = place;
        this.assign(target, item, inner);
        this.body(body, inner, context);
      }
      if (items.length === 0) this.body(otherwise, new Scope(scope), context);
    };
    run(this.evaluator.evaluate(list, scope), 0);
  }

  private passing(items: readonly Value[], target: Target, test: Expression, scope: Scope): readonly Value[] {
    return items.filter((item) => {
      this.budget.step(this.part);
      const inner = new Scope(scope);
      this.assign(target, item, inner);
      return truthy(this.evaluator.evaluate(test, inner));
    });
  }

  private assign(target: Target, value: Value, scope: Scope): void {
    if (target[0] === 'name') {
      scope.set(target[1], value);
    } else if (target[0] === 'tuple') {
      const values = unpack(this.evaluator, value, target[1].length);
      target[1].forEach((each, index) => this.assign(each, values[index], scope));
    } else {
      const namespace = scope.get(target[1]);
      if (!(namespace instanceof Namespace))
        throw new ValueProblem(`${target[1]}.${target[2]} cannot be set, because ${target[1]} is not a namespace()`);
      namespace.set(target[2], value);
    }
  }

  private macro(
    name: string,
    parameters: readonly Parameter[],
    body: Body,
    implicitArguments: readonly Extra[],
    scope: Scope,
    context: Context,
  ): Callable {
    return new Callable(
      name,
      (positional, named) => {
        const inner = new Scope(scope);
        const calledFrom = this.place;
        const text = this.captured(() =>
          this.deeper(() => {
            bindArguments({ name, parameters, implicitArguments }, positional, named, inner, (fallback) =>
              this.evaluator.evaluate(fallback, inner),
            );
            this.body(body, inner, context);
          }),
        );
        this.place = calledFrom;
        return this.marked(text);
      },
      name === 'caller' ? '<Macro anonymous>' : `<Macro ${quoted(name)}>`,
    );
  }

  private module(name: string, outer: Scope | undefined): Module {
    const scope = new Scope(outer);
    const text = this.captured(() => this.deeper(() => this.template(this.snippet(name), scope)));
    return new Module(name, scope, text);
  }

  private snippet(name: string): Template {
    const { snippets } = this.artifact;
    const template = Object.hasOwn(snippets, name) ? snippets[name] : undefined;
    if (!template) throw new ValueProblem(`there is no snippet "${name}"`);
    return template;
  }

  private trans(
    [, , forms, counter, translated, variables]: Extract<Statement, readonly ['trans', ...unknown[]]>,
    scope: Scope,
  ): void {
    const values = new Map(variables.map(([name, value]) => [name, this.evaluator.evaluate(value, scope)]));
    const form = counter ? this.evaluator.pluralForm(this.evaluator.evaluate(counter, scope), translated) : 0;
    for (const piece of forms[form] ?? []) {
      this.budget.step(this.part);
      if (typeof piece === 'string') this.out += piece;
      else if (piece[0] === printedMark) this.mark();
      else this.write(values.get(piece[0]));
    }
  }

  private mark(): void {
    if (this.marksLinks) this.out += printedMark;
  }

  private write(value: Value): void {
    if (typeof value === 'string') this.out += this.autoescape ? escaped(this.evaluator, value) : value;
    else if (value instanceof Markup) this.out += value.text;
    else this.out += this.autoescape ? escaped(this.evaluator, this.evaluator.text(value)) : this.evaluator.text(value);
  }

  /** The output of `work`. */
  private captured(work: () => void): string {
    const before = this.out;
    this.out = '';
    work();
    const text = this.out;
    this.out = before;
    return text;
  }

  private marked(text: string): string | Markup {
    return this.autoescape ? new Markup(text) : text;
  }

  private deeper<Result>(work: () => Result): Result {
    this.depth += 1;
    if (this.depth > maxRenderDepth) this.budget.exceed('depth', this.part);
    const result = work();
    this.depth -= 1;
    return result;
  }
}
