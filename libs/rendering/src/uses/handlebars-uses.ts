import type { HandlebarsArtifact } from '../handlebars/artifact.js';
import type { Expression, Hash, Op, Program } from '../handlebars/syntax/program.js';
import { isEmailUrl } from '../links/email-urls.js';
import type { KindOfUse, UseBudget } from './data-use.js';
import { DataUse } from './data-use.js';

/** What names mean in a block: values of the data, or undefined for those that the template creates. */
type Frame = {
  readonly context: DataUse | undefined;
  readonly outer: Frame | undefined;
  readonly parameters: readonly (readonly (DataUse | undefined)[])[];
};

/** The data that a Handlebars template reads. */
export function handlebarsUses({ parts, partials }: HandlebarsArtifact, budget: UseBudget): DataUse {
  const root = new DataUse(budget);
  const walk = new HandlebarsWalk(root, partials, budget);
  for (const program of Object.values(parts)) walk.run(program, { context: root, outer: undefined, parameters: [] });
  return root;
}

class HandlebarsWalk {
  /** The partials that are being walked: a recursive one reads nothing new. */
  private readonly open = new Set<string>();
  private blocks = 0;

  constructor(
    private readonly root: DataUse,
    private readonly partials: HandlebarsArtifact['partials'],
    private readonly budget: UseBudget,
  ) {}

  run(program: Program, frame: Frame): void {
    for (const op of program) {
      if (!this.budget.step()) return;
      if (typeof op === 'string' || op[0] === '@') continue;
      if (op[0] === 'v' || op[0] === '&') this.read(op[1], 'printed', frame);
      else if (op[0] === '#') this.block(op, frame);
      else if (op[0] === '>') this.partial(op, frame);
      else if (op[0] === '*') this.optionally(op[2], frame);
      else if (op[0] === 'n') {
        this.read(op[1], 'printed', frame);
        for (const form of op[3]) this.run(form, frame);
      }
    }
  }

  private block(
    [, helper, , values, hash, body, inverse, hasParameters]: Extract<Op, readonly ['#', ...unknown[]]>,
    frame: Frame,
  ): void {
    this.hash(hash, frame);
    const [subject] = values;
    const opens = helper === 'each' || helper === 'with' || helper === '';
    const uses = values.map((value) => this.read(value, helper === 'each' ? 'looped' : 'tested', frame));
    const use = opens && subject ? uses[0] : undefined;
    const inner = helper === 'with' ? use : helper === 'each' ? use?.item : this.getItem(use, body);
    const parameters = hasParameters ? [[inner, undefined], ...frame.parameters] : frame.parameters;
    const enters = opens && (helper !== '' || inner !== undefined);
    this.optionally(body, enters ? { context: inner, outer: frame, parameters } : frame);
    this.optionally(inverse, frame);
  }

  /** A section that reads names is the context of an object, or repeats a list, which has the same names. */
  private getItem(use: DataUse | undefined, body: Program): DataUse | undefined {
    const reads = body.some(
      (op) => typeof op !== 'string' && (op[0] === 'v' || op[0] === '&') && op[1]?.[0] === 'path',
    );
    return reads ? use : undefined;
  }

  private partial([, name, context, hash, , block]: Extract<Op, readonly ['>', ...unknown[]]>, frame: Frame): void {
    this.hash(hash, frame);
    const given = context ? this.read(context, undefined, frame) : frame.context;
    if (block) this.optionally(block, frame);
    if (this.open.has(name)) return;
    this.open.add(name);
    this.run(this.partials[name] ?? [], { context: given, outer: undefined, parameters: [] });
    this.open.delete(name);
  }

  private hash(hash: Hash, frame: Frame): void {
    for (const [, value] of hash) this.read(value, 'printed', frame);
  }

  private optionally(program: Program, frame: Frame): void {
    this.blocks += 1;
    this.run(program, frame);
    this.blocks -= 1;
  }

  private read(expression: Expression, kind: KindOfUse | undefined, frame: Frame): DataUse | undefined {
    const use = this.getValue(expression, frame);
    if (kind !== undefined) use?.kinds.add(kind);
    if (kind === 'printed' && this.blocks === 0) use?.require();
    return use;
  }

  private getValue(expression: Expression, frame: Frame): DataUse | undefined {
    switch (expression[0]) {
      case 'path': {
        if (expression[1] === 0 && isEmailUrl(expression[2])) return undefined;
        let from: Frame | undefined = frame;
        for (let up = 0; up < expression[1]; up += 1) from = from?.outer;
        return from?.context?.at(expression[2]);
      }
      case 'data':
        return expression[2] === 'root' && !isEmailUrl(expression[3]) ? this.root.at(expression[3]) : undefined;
      case 'param':
        return frame.parameters[expression[1]]?.[expression[2]]?.at(expression[3]);
      case 'call': {
        const [, , helper, values] = expression;
        const isPrinted = helper === 'formatDate' || helper === 'insert';
        // A date that is missing prints nothing, and insert has a text for it.
        this.blocks += 1;
        for (const value of values) this.read(value, isPrinted ? 'printed' : 'tested', frame);
        this.blocks -= 1;
        return undefined;
      }
      default:
        return undefined;
    }
  }
}
