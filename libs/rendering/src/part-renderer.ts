import { LosslessNumber } from '@postrider/numbers';
import type { MustacheArtifact } from './artifact.js';
import type { PartName } from './errors.js';
import { maxRenderDepth } from './limits.js';
import type { RenderBudget } from './render-budget.js';
import type { ContextHelper, Path, Program } from './template/program.js';
import { pluralForm } from './translation/plural-rule.js';
import { isEmailUrl } from './links/email-urls.js';

/** A level of the context stack: the data, or an item of a section. */
export class Frame {
  constructor(
    readonly value: unknown,
    readonly parent: Frame | undefined,
    /** Whether missing names are not looked up in outer frames, as in Handlebars. */
    readonly isClosed = false,
  ) {}

  /** The frame for the next lookup of a name. The email's addresses are visible from everywhere. */
  next(path: Path): Frame | undefined {
    if (!this.isClosed) return this.parent;
    let outer = isEmailUrl(path) ? this.parent : undefined;
    while (outer?.parent) outer = outer.parent;
    return outer;
  }
}

/**
 * Resolves a path. The nearest frame with the first name decides; the rest is resolved in its value only (Mustache
 * specification).
 */
function lookup(path: Path, frame: Frame): unknown {
  const first = path[0];
  if (first === undefined) return typeof frame.value === 'function' ? undefined : frame.value;
  for (let current: Frame | undefined = frame; current; current = current.next(path)) {
    if (typeof current.value !== 'object' || current.value === null) continue;
    const found = ownProperty(current.value, first);
    if (!found) continue;
    let value: unknown = found.value;
    for (let index = 1; index < path.length; index += 1) {
      if (value === undefined || value === null) return undefined;
      value = ownProperty(value, path[index] as string)?.value;
    }
    return typeof value === 'function' ? undefined : value;
  }
  return undefined;
}

/**
 * Own data properties only: prototypes are never read (`{{constructor}}`), and getters never run. The length and the
 * characters of a string are own properties, so `{{name.length}}` works.
 */
const ownProperty = (holder: NonNullable<unknown>, name: string): PropertyDescriptor | undefined =>
  name === '__proto__' ? undefined : Object.getOwnPropertyDescriptor(holder, name);

/** Renders one part within the budget of its email. */
export class PartRenderer {
  private out = '';
  private depth = 0;
  private readonly escaping: boolean;
  private readonly maxLength: number;

  constructor(
    private readonly artifact: MustacheArtifact,
    private readonly part: PartName,
    private readonly missing: Set<string> | undefined,
    private readonly budget: RenderBudget,
    /** Collects the offsets of link addresses, if requested. */
    private readonly links: number[] | undefined,
  ) {
    this.escaping = part !== 'subject' && part !== 'text';
    this.maxLength = budget.left;
  }

  render(program: Program, root: Frame): string {
    this.run(program, root);
    return this.budget.print(this.out, this.part);
  }

  private run(program: Program, frame: Frame): void {
    this.depth += 1;
    if (this.depth > maxRenderDepth) this.budget.exceed('depth', this.part);
    for (const op of program) {
      this.chargeStep();
      if (typeof op === 'string') {
        this.out += op;
        continue;
      }
      switch (op[0]) {
        case 'v':
        case '&':
          this.print(op[1], frame, op[0] === 'v' && this.escaping);
          break;
        case '#':
          this.section(lookup(op[1], frame), op[2], frame, op[3]);
          break;
        case '^':
          if (isEmptyFor(op[3], lookup(op[1], frame))) this.run(op[2], frame);
          break;
        case '?':
          if (!isEmpty(lookup(op[1], frame))) this.run(op[2], frame);
          break;
        case '>':
          this.run(this.artifact.partials[op[1]] ?? [], frame);
          break;
        case '@':
          this.links?.push(this.out.length);
          break;
        case 'n':
          this.run(op[3][this.form(op[1], op[2] === 1, frame)] ?? [], frame);
      }
    }
    this.depth -= 1;
  }

  private print(path: Path, frame: Frame, escape: boolean): void {
    const value = this.require(path, frame);
    if (this.missing && isObject(value))
      this.missing.add(`${path.join('.') || '.'} (is an object: print one of its values)`);
    this.write(value, escape, 0);
  }

  /** Prints lists and objects like mustache.js, without calling `toString` of the value, which is the caller's data. */
  private write(value: unknown, escape: boolean, listDepth: number): void {
    if (typeof value === 'string') this.out += escape ? escapeHtml(value) : value;
    else if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') this.out += value;
    else if (Array.isArray(value)) this.writeList(value, escape, listDepth);
    else if (value instanceof LosslessNumber) this.out += value.text;
    else if (typeof value === 'object' && value !== null) this.out += '[object Object]';
  }

  private writeList(items: readonly unknown[], escape: boolean, listDepth: number): void {
    if (listDepth === maxPrintedListDepth) return;
    for (let index = 0; index < items.length; index += 1) {
      this.chargeStep();
      if (index > 0) this.out += ',';
      this.write(items[index], escape, listDepth + 1);
    }
  }

  private section(value: unknown, body: Program, frame: Frame, helper: ContextHelper | undefined): void {
    if (isEmptyFor(helper, value)) return;
    if (helper === 'with') {
      this.run(body, new Frame(value, frame, true));
      return;
    }
    if (helper === 'each') {
      for (const item of Object.values(value as object)) {
        this.chargeStep();
        this.run(body, new Frame(item, frame, true));
      }
      return;
    }
    if (!Array.isArray(value)) {
      this.run(body, value === true ? frame : new Frame(value, frame));
      return;
    }
    for (const item of value) {
      this.chargeStep();
      this.run(body, new Frame(item, frame));
    }
  }

  private form(counter: Path, translated: boolean, frame: Frame): number {
    const value = this.require(counter, frame);
    const count = isCountable(value) ? Number(value instanceof LosslessNumber ? value.text : value) : Number.NaN;
    return translated && this.artifact.plural ? pluralForm(this.artifact.plural, count) : Number(count !== 1);
  }

  private require(path: Path, frame: Frame): unknown {
    const value = lookup(path, frame);
    if (value === undefined) this.missing?.add(path.join('.') || '.');
    return value;
  }

  private chargeStep(): void {
    this.budget.step(this.part);
    if (this.out.length > this.maxLength) this.budget.exceed('output', this.part);
  }
}

const isEmpty = (value: unknown): boolean =>
  !value || (typeof value === 'object' && (Array.isArray(value) ? value.length === 0 : isZero(value)));

/** Whether the opposite is printed: no items for `each`, a missing value for `with`, where 0 is a value. */
function isEmptyFor(helper: ContextHelper | undefined, value: unknown): boolean {
  if (helper === 'each') return !(Array.isArray(value) || isObject(value)) || Object.keys(value as object).length === 0;
  if (helper === 'with') return value !== 0 && !isZeroText(value) && isEmpty(value);
  return isEmpty(value);
}

const isZeroText = (value: unknown): boolean => value instanceof LosslessNumber && value.value === 0;

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber);

const isZero = (value: object): boolean => value instanceof LosslessNumber && value.value === 0;

const isCountable = (value: unknown): boolean =>
  typeof value === 'number' || typeof value === 'string' || value instanceof LosslessNumber;

const maxPrintedListDepth = 10;

const special = /[&<>"']/;
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string =>
  special.test(text) ? text.replace(/[&<>"']/g, (character) => entities[character] as string) : text;
