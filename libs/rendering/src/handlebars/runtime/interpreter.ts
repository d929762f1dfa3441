import { LosslessNumber } from '@postrider/numbers';
import type { PartName } from '../../errors.js';
import { TemplateFailed } from '../../errors.js';
import { ValueProblem } from '../../jinja/python/values.js';
import { maxRenderDepth } from '../../limits.js';
import { printedMark } from '../../links/link-marks.js';
import type { RenderBudget } from '../../render-budget.js';
import { pluralForm } from '../../translation/plural-rule.js';
import { escapeHtml, isEmpty, isTrue, ownValue, valueHelpers } from './helpers.js';
import type { HandlebarsArtifact } from '../artifact.js';
import type { Expression, Hash, Op, Program } from '../syntax/program.js';
import { getName } from '../syntax/program.js';
import type { Closure, LoopData, Outer, Scope } from './scope.js';
import { findClosure, addInlines, inside, loopValue, nullContext, valueAt, within } from './scope.js';

type Block = Extract<Op, readonly ['#', ...unknown[]]>;

/** Copying this many characters costs about as much as a tag. */
const charactersOfStep = 32;

/** Renders one part within the budget of its email. Reads own properties of the data only, and calls nothing in it. */
export class HandlebarsInterpreter {
  private out = '';
  /** The length of the output before the indented partials that are being printed. */
  private kept = 0;
  private depth = 0;
  private readonly escaping: boolean;
  private readonly maxLength: number;

  constructor(
    private readonly artifact: HandlebarsArtifact,
    private readonly part: PartName,
    private readonly missing: Set<string> | undefined,
    private readonly budget: RenderBudget,
    private readonly root: unknown,
    private readonly marksLinks: boolean,
  ) {
    this.escaping = part !== 'subject' && part !== 'text';
    this.maxLength = budget.left;
  }

  render(program: Program): string {
    const data: LoopData = { block: undefined, outer: undefined };
    const outer: Outer = { value: this.root, outer: undefined };
    try {
      const scope: Scope = { context: this.root, outer, data, parameters: undefined, inline: undefined };
      this.run(program, scope, { ...scope, outer: undefined });
    } catch (error) {
      // Recursion that the depth counter does not see, through branches of one block.
      if (error instanceof RangeError && error.message.includes('call stack')) this.budget.exceed('depth', this.part);
      throw error;
    }
    return this.budget.print(this.out, this.part);
  }

  /** `definedIn`: the scope around the program, in which its inline partials are defined. */
  private run(program: Program, given: Scope, definedIn = given): void {
    let scope = given;
    for (const op of program) {
      this.chargeStep();
      if (typeof op === 'string') {
        this.out += op;
        continue;
      }
      switch (op[0]) {
        case 'v':
        case '&':
          this.print(op[1], scope, op[0] === 'v' && this.escaping);
          break;
        case '#':
          this.block(op, scope);
          break;
        case '>':
          this.partial(op, scope);
          break;
        case '*': {
          const closure: Closure = { program: op[2], scope: definedIn };
          scope = { ...scope, inline: { name: op[1], closure, outer: scope.inline } };
          break;
        }
        case '@':
          if (this.marksLinks) this.out += printedMark;
          break;
        case 'n':
          this.run(op[3][this.form(op[1], op[2], scope)] ?? [], scope);
      }
    }
  }

  private block([, helper, place, values, hash, body, inverse, hasParameters]: Block, scope: Scope): void {
    const value = values[0] && this.evaluate(values[0], scope);
    // Helpers do not get null as their context.
    const own: Scope = (scope.context ?? undefined) === undefined ? within(scope, nullContext) : scope;
    switch (helper) {
      case '':
        return this.section(value, body, inverse, scope);
      case 'raw':
        return this.run(body, own, scope);
      case 'each':
        return this.each(value, body, inverse, scope, hasParameters, own);
      case 'with':
        if (isEmpty(value)) return this.run(inverse, own, scope);
        return this.enter(body, scope, within(scope, value, hasParameters ? [value] : undefined));
      case 'if':
      case 'unless': {
        const isMet = isTrue(value) || (this.includesZero(hash, scope) && !isEmpty(value));
        return this.run(isMet === (helper === 'if') ? body : inverse, own, scope);
      }
      default: {
        const isMet = isTrue(this.call(['call', place, helper, values, hash], scope));
        return this.run(isMet ? body : inverse, own, scope);
      }
    }
  }

  private includesZero(hash: Hash, scope: Scope): boolean {
    const option = hash.find(([name]) => name === 'includeZero')?.[1];
    return option !== undefined && Boolean(this.evaluate(option, scope));
  }

  /** `{{#name}}`: once for a value, with it as the context, and for each item of a list. */
  private section(value: unknown, body: Program, inverse: Program, scope: Scope): void {
    if (value === true) this.run(body, scope);
    else if (value === false || value === undefined || value === null) this.run(inverse, scope);
    else if (Array.isArray(value)) this.each(value, body, inverse, scope, false, scope);
    else this.enter(body, scope, within(scope, value));
  }

  private each(
    value: unknown,
    body: Program,
    inverse: Program,
    scope: Scope,
    hasParameters: boolean,
    own: Scope,
  ): void {
    const isList = Array.isArray(value);
    const keys = isList || typeof value !== 'object' || value === null ? undefined : Object.keys(value);
    const length = isList ? value.length : (keys?.length ?? 0);
    if (length === 0) return this.run(inverse, own, scope);
    this.budget.spend(length, this.part);
    for (let index = 0; index < length; index += 1) {
      const key = keys?.[index] ?? index;
      const item = ownValue(value, key);
      const { block } = scope.data;
      const data = { index, key, first: index === 0, last: index === length - 1, block, outer: scope.data };
      this.enter(body, scope, { ...within(scope, item, hasParameters ? [item, key] : undefined), data });
    }
  }

  private enter(body: Program, scope: Scope, inner: Scope): void {
    this.depth += 1;
    if (this.depth > maxRenderDepth) this.budget.exceed('depth', this.part);
    this.run(body, inner, scope);
    this.depth -= 1;
  }

  private partial(
    [, name, context, hash, indent, block]: Extract<Op, readonly ['>', ...unknown[]]>,
    scope: Scope,
  ): void {
    // As in Handlebars, `undefined` itself leaves the value of the context.
    const values = hash.flatMap(([key, value]) =>
      value[0] === 'undefined' ? [] : [[key, this.evaluate(value, scope)] as const],
    );
    let given = context ? this.evaluate(context, scope) : scope.context;
    if (hash.length > 0) {
      // Also those of a text: its characters.
      const entries = given instanceof LosslessNumber ? [] : Object.entries(given ?? {});
      this.budget.spend(entries.length, this.part);
      // Handlebars adds them in this order, which a loop over the context shows.
      given = Object.fromEntries([...entries, ...values.reverse()]);
    }
    const ownBlock: Closure | undefined = block ? { program: block, scope } : undefined;
    const snippet = Object.hasOwn(this.artifact.partials, name) ? this.artifact.partials[name] : undefined;
    // The block of a partial that does not exist is printed itself.
    const closure =
      findClosure(name, scope) ?? (snippet ? undefined : ownBlock && { ...ownBlock, block: scope.data.block });
    const before = this.out;
    if (indent) {
      this.out = '';
      this.kept += before.length;
    }
    if (closure) {
      const data =
        'block' in closure
          ? { ...scope.data, block: closure.block as Closure | undefined, outer: scope.data }
          : scope.data;
      // As in Handlebars, it finds the inline partials of the place that prints it, such as itself and its siblings.
      this.enter(closure.program, closure.scope, { ...within(closure.scope, given), data, inline: scope.inline });
    } else {
      const data = ownBlock ? { ...scope.data, block: ownBlock, outer: scope.data } : scope.data;
      const inline = ownBlock ? addInlines(ownBlock, scope) : scope.inline;
      const outer: Outer = { value: given, outer: undefined };
      const inner: Scope = { context: given, outer, data, parameters: undefined, inline };
      this.enter(snippet ?? [], { ...inner, outer: undefined }, inner);
    }
    if (indent) {
      this.kept -= before.length;
      this.out = before + this.indented(this.out, indent);
    }
  }

  private indented(text: string, indent: string): string {
    const lines = text.split('\n');
    this.budget.spend(Math.floor((text.length + lines.length * indent.length) / charactersOfStep), this.part);
    if (text.length + lines.length * indent.length > this.maxLength) this.budget.exceed('output', this.part);
    return lines.map((line, index) => (line === '' && index === lines.length - 1 ? line : indent + line)).join('\n');
  }

  private print(expression: Expression, scope: Scope, escape: boolean): void {
    const value = this.evaluate(expression, scope);
    if (this.missing) this.checkMissing(expression, value, scope);
    this.write(value, escape, 0);
  }

  private checkMissing(expression: Expression, value: unknown, scope: Scope): void {
    if (expression[0] === 'call') {
      // Other helpers print something for a value that is missing.
      const dated = expression[2] === 'formatDate' ? expression[3][0] : undefined;
      if (dated) this.checkMissing(dated, this.evaluate(dated, scope), scope);
    } else if (value === undefined) {
      this.missing?.add(getName(expression));
    } else if (
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      !(value instanceof LosslessNumber)
    ) {
      this.missing?.add(`${getName(expression)} (is an object: print one of its values)`);
    }
  }

  /** Prints lists and objects like JavaScript, without calling `toString` of the value, which is the caller's data. */
  private write(value: unknown, escape: boolean, listDepth: number): void {
    if (typeof value === 'string') this.out += escape ? escapeHtml(value) : value;
    else if (typeof value === 'number' || typeof value === 'boolean') this.out += value;
    else if (value instanceof LosslessNumber) this.out += value.text;
    else if (Array.isArray(value)) {
      if (listDepth === maxPrintedListDepth) return;
      value.forEach((item, index) => {
        this.chargeStep();
        if (index > 0) this.out += ',';
        this.write(item, escape, listDepth + 1);
      });
    } else if (typeof value === 'object' && value !== null) this.out += '[object Object]';
  }

  private form(counter: Expression, isTranslated: boolean, scope: Scope): number {
    const value = this.evaluate(counter, scope);
    if (value === undefined) this.missing?.add(getName(counter));
    const text = value instanceof LosslessNumber ? value.text : value;
    const count = typeof text === 'number' || typeof text === 'string' ? Number(text) : Number.NaN;
    return isTranslated && this.artifact.plural ? pluralForm(this.artifact.plural, count) : Number(count !== 1);
  }

  private evaluate(expression: Expression, scope: Scope): unknown {
    switch (expression[0]) {
      case 'const':
        return expression[1];
      case 'path':
        return valueAt(expression[1], expression[2], scope, this.root);
      case 'data':
        return inside(loopValue(expression[1], expression[2], scope, this.root), expression[3]);
      case 'param': {
        let { parameters } = scope;
        for (let up = 0; up < expression[1]; up += 1) parameters = parameters?.outer;
        return inside(parameters?.values[expression[2]], expression[3]);
      }
      case 'call':
        return this.call(expression, scope);
      case 'undefined':
        return undefined;
    }
  }

  private call([, place, helper, values]: Extract<Expression, readonly ['call', ...unknown[]]>, scope: Scope): unknown {
    this.chargeStep();
    const given = values.map((value) => this.evaluate(value, scope));
    try {
      return valueHelpers[helper]?.run(given, this.artifact.locale ?? 'en-US');
    } catch (error) {
      if (error instanceof ValueProblem) throw new TemplateFailed(this.part, place, error.message);
      throw error;
    }
  }

  private chargeStep(): void {
    this.budget.step(this.part);
    if (this.kept + this.out.length > this.maxLength) this.budget.exceed('output', this.part);
  }
}

const maxPrintedListDepth = 10;
