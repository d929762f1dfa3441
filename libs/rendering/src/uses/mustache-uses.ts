import type { MustacheArtifact } from '../artifact.js';
import { isEmailUrl } from '../links/email-urls.js';
import type { Op, Path, Program } from '../template/program.js';
import { DataUse, type UseBudget } from './data-use.js';

/**
 * The data that a Mustache template reads. Where a name in a section is looked up depends on the data; this assumes the
 * item, unless the template also uses the name outside of sections.
 */
export function mustacheUses({ parts, partials }: MustacheArtifact, budget: UseBudget): DataUse {
  const root = new DataUse(budget);
  const walk = new MustacheWalk(root, partials, budget, outerNames(Object.values(parts), partials));
  for (const program of Object.values(parts)) walk.run(program, [root]);
  return root;
}

type Section = Extract<Op, readonly ['#' | '^' | '?', ...unknown[]]>;

class MustacheWalk {
  /** The partials that are being walked: a recursive one reads nothing new. */
  private readonly open = new Set<string>();
  private sections = 0;
  /** The values that names are looked up in exclusively. */
  private readonly closed = new Set<DataUse>();

  constructor(
    private readonly root: DataUse,
    private readonly partials: MustacheArtifact['partials'],
    private readonly budget: UseBudget,
    private readonly outer: ReadonlySet<string>,
  ) {}

  /** `frames`: the values that names may be looked up in, the innermost last. */
  run(program: Program, frames: readonly DataUse[]): void {
    for (const op of program) {
      if (!this.budget.step()) return;
      if (typeof op === 'string' || op[0] === '@') continue;
      if (op[0] === '>') this.partial(op[1], frames);
      else if (op[0] === 'v' || op[0] === '&') this.print(op[1], frames);
      else if (op[0] === 'n') {
        this.print(op[1], frames);
        for (const form of op[3]) this.run(form, frames);
      } else this.section(op, frames);
    }
  }

  private section([sign, path, body, helper]: Section, frames: readonly DataUse[]): void {
    const use = this.use(path, frames);
    const readsItem = helper !== undefined || this.readsItem(body);
    const inside = sign === '#' && use !== undefined && readsItem ? use : undefined;
    use?.kinds.add(inside && helper !== 'with' ? 'looped' : 'tested');
    this.sections += 1;
    const frame = helper === 'with' ? inside : inside?.item;
    if (frame && helper) this.closed.add(frame);
    this.run(body, frame ? [...frames, frame] : frames);
    this.sections -= 1;
  }

  private print(path: Path, frames: readonly DataUse[]): void {
    const use = this.use(path, frames);
    use?.kinds.add('printed');
    if (this.sections === 0) use?.require();
  }

  private partial(key: string, frames: readonly DataUse[]): void {
    if (this.open.has(key)) return;
    this.open.add(key);
    this.run(this.partials[key] ?? [], frames);
    this.open.delete(key);
  }

  private use(path: Path, frames: readonly DataUse[]): DataUse | undefined {
    if (isEmailUrl(path)) return undefined;
    const innermost = frames.at(-1) ?? this.root;
    const [first] = path;
    if (first === undefined) return innermost;
    return (this.outer.has(first) && !this.closed.has(innermost) ? this.root : innermost).at(path);
  }

  /** Whether the section may read from its item: `.`, or a name that is not used outside. */
  private readsItem(body: Program): boolean {
    return body.some((op) => {
      if (typeof op === 'string' || op[0] === '@') return false;
      if (op[0] === '>') return true;
      const [first] = op[1];
      if (first === undefined || !this.outer.has(first)) return true;
      return op[0] === '^' || op[0] === '?' || op[0] === '#' ? this.readsItem(op[2]) : false;
    });
  }
}

/** The first names of all paths that are read outside of sections with an item. */
function outerNames(programs: readonly Program[], partials: MustacheArtifact['partials']): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<string>();
  const read = (program: Program): void => {
    for (const op of program) {
      if (typeof op === 'string') continue;
      if (op[0] === '>') {
        if (seen.has(op[1])) continue;
        seen.add(op[1]);
        read(partials[op[1]] ?? []);
        continue;
      }
      if (op[1][0] !== undefined) names.add(op[1][0]);
      if (op[0] === '?' || op[0] === '^') read(op[2]);
    }
  };
  programs.forEach(read);
  return names;
}
