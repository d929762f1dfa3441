import type { Artifact } from './artifact.js';
import type { Budget, PartName } from './errors.js';
import { MissingTemplateData, RenderBudgetExceeded } from './errors.js';
import { renderLimits } from './limits.js';
import { ampProblem } from './mail/amp.js';
import { plainTextOf } from './mail/plain-text.js';
import { insertPreheader } from './mail/preheader.js';
import { toHeaderLine } from './mail/subject.js';
import type { Path, Program } from './template/program.js';
import { pluralForm } from './translation/plural-rule.js';

export type RenderOptions = {
  /** Fail on a variable that the data does not have, instead of printing nothing. */
  readonly strict?: boolean | undefined;
};

/** A mail's content, ready to be composed. */
export type RenderedMessage = {
  readonly subject: string;
  readonly html?: string;
  /** The text part, or the text of the html where the version has no text part. */
  readonly text: string;
  /** As it stands in the html, where it is already inserted. */
  readonly preheader?: string;
  readonly ampHtml?: string;
  /** What the sender should know, such as why the AMP part was left out. */
  readonly notes: readonly string[];
};

/**
 * Renders every part of a version with a message's data. Reads own data properties only and calls nothing in the data.
 * Throws `MissingTemplateData` (strict) with the missing names of all parts, or `RenderBudgetExceeded`.
 */
export function renderArtifact(
  artifact: Artifact,
  data: unknown,
  { strict = false }: RenderOptions = {},
): RenderedMessage {
  const missing = strict ? new Set<string>() : undefined;
  const root = new Frame(data, undefined);
  const part = (name: PartName): string | undefined => {
    const program = artifact.parts[name];
    return program && new PartRenderer(artifact, name, missing).render(program, root);
  };

  const subject = toHeaderLine(part('subject') ?? '');
  const body = part('html');
  const ownText = part('text');
  const preheader = body === undefined ? undefined : part('preheader');
  const amp = part('amp_html');
  if (missing?.size) throw new MissingTemplateData([...missing]);

  const notes: string[] = [];
  const problem = amp === undefined ? undefined : ampProblem(amp);
  if (problem) notes.push(`The AMP part was left out: ${problem}.`);
  return {
    subject,
    ...(body !== undefined && { html: preheader ? insertPreheader(body, preheader) : body }),
    text: ownText ?? plainTextOf(body ?? ''),
    ...(preheader ? { preheader } : {}),
    ...(amp !== undefined && !problem && { ampHtml: amp }),
    notes,
  };
}

/** One level of the context stack: the data, or an item of a section. */
class Frame {
  constructor(
    readonly value: unknown,
    readonly parent: Frame | undefined,
  ) {}
}

class PartRenderer {
  private out = '';
  private tokens = 0;
  private depth = 0;
  private readonly escaping: boolean;

  constructor(
    private readonly artifact: Artifact,
    private readonly part: PartName,
    private readonly missing: Set<string> | undefined,
  ) {
    this.escaping = part !== 'subject' && part !== 'text';
  }

  render(program: Program, root: Frame): string {
    this.run(program, root);
    // The length was bounded on the way; only text beyond ASCII can make more bytes of it.
    if (this.out.length > renderLimits.outputBytes / 3 && Buffer.byteLength(this.out) > renderLimits.outputBytes)
      this.exceed('output');
    return this.out;
  }

  private run(program: Program, frame: Frame): void {
    this.depth += 1;
    if (this.depth > renderLimits.depth) this.exceed('depth');
    for (const op of program) {
      this.spend();
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
          this.section(lookup(op[1], frame), op[2], frame);
          break;
        case '^':
          if (isEmpty(lookup(op[1], frame))) this.run(op[2], frame);
          break;
        case '>':
          this.run(this.artifact.partials[op[1]] ?? [], frame);
          break;
        case 'n':
          this.run(op[3][this.form(op[1], op[2] === 1, frame)] ?? [], frame);
      }
    }
    this.depth -= 1;
  }

  private print(path: Path, frame: Frame, escape: boolean): void {
    const value = this.require(path, frame);
    if (typeof value === 'string') this.out += escape ? escapeHtml(value) : value;
    else if (typeof value === 'number' || typeof value === 'boolean') this.out += value;
    else if (value !== undefined && value !== null) this.out += escape ? escapeHtml(toText(value)) : toText(value);
  }

  private section(value: unknown, body: Program, frame: Frame): void {
    if (isEmpty(value)) return;
    if (!Array.isArray(value)) {
      this.run(body, value === true ? frame : new Frame(value, frame));
      return;
    }
    for (const item of value) {
      this.spend();
      this.run(body, new Frame(item, frame));
    }
  }

  private form(counter: Path, translated: boolean, frame: Frame): number {
    const value = this.require(counter, frame);
    const count = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
    return translated && this.artifact.plural ? pluralForm(this.artifact.plural, count) : Number(count !== 1);
  }

  private require(path: Path, frame: Frame): unknown {
    const value = lookup(path, frame);
    if (value === undefined) this.missing?.add(path.join('.') || '.');
    return value;
  }

  private spend(): void {
    this.tokens += 1;
    if (this.tokens > renderLimits.tokens) this.exceed('tokens');
    if (this.out.length > renderLimits.outputBytes) this.exceed('output');
  }

  private exceed(budget: Budget): never {
    throw new RenderBudgetExceeded(
      this.part,
      budget,
      budget === 'output' ? renderLimits.outputBytes : renderLimits[budget],
    );
  }
}

/** Finds a path. The nearest frame that has the first name decides; the rest is looked for in that value alone (Mustache specification). */
function lookup(path: Path, frame: Frame): unknown {
  const first = path[0];
  if (first === undefined) return typeof frame.value === 'function' ? undefined : frame.value;
  for (let current: Frame | undefined = frame; current; current = current.parent) {
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
 * Own data properties only: prototypes are never read (`{{constructor}}`) and no getter ever runs. The length and the characters
 * of a string are its own, so `{{name.length}}` works.
 */
const ownProperty = (holder: NonNullable<unknown>, name: string): PropertyDescriptor | undefined =>
  name === '__proto__' ? undefined : Object.getOwnPropertyDescriptor(holder, name);

const isEmpty = (value: unknown): boolean => !value || (Array.isArray(value) && value.length === 0);

/** What mustache.js prints for lists and objects, without asking the value itself (its `toString` is the caller's data). */
function toText(value: unknown, depth = 0): string {
  if (value === undefined || value === null || typeof value === 'function' || typeof value === 'symbol') return '';
  if (typeof value !== 'object') return String(value);
  if (!Array.isArray(value)) return '[object Object]';
  return depth < 10 ? value.map((item) => toText(item, depth + 1)).join(',') : '';
}

const special = /[&<>"']/;
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string =>
  special.test(text) ? text.replace(/[&<>"']/g, (character) => entities[character] as string) : text;
