import type { Marked } from '../../../editor/code-view.js';
import type { Outcome, Part, Problem } from '../../../preview/draft.js';

/** The names in the data, in the form of the template language: `user.name`, `items[].price`. */
export function namesIn(data: unknown): string[] {
  const names = new Set<string>();
  const add = (value: unknown, path: string): void => {
    if (names.size >= maxNames) return;
    if (Array.isArray(value)) for (const item of value.slice(0, itemsRead)) add(item, `${path}[]`);
    else if (isPlain(value))
      for (const [name, each] of Object.entries(value)) add(each, path === '' ? name : `${path}.${name}`);
    if (path !== '' && !path.endsWith('[]')) names.add(path);
  };
  add(data, '');
  return [...names].toSorted();
}

const maxNames = 1_000;
/** Items of a list have the same names. */
const itemsRead = 5;

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** An error or a warning, with its position. */
export interface Issue extends Problem {
  readonly severity: 'error' | 'warning';
}

const placed = /^(subject|preheader|html|text|amp_html)(?:, line (\d+)(?: \(snippet [^)]*\))?)?: /;

/** Errors first, then warnings. The list shows part and line separately, so they are removed from the message. */
export function toIssues({ problems, warnings }: Pick<Outcome, 'problems' | 'warnings'>): readonly Issue[] {
  return [
    ...problems.map((problem): Issue => ({
      ...problem,
      message: problem.message.replace(placed, ''),
      severity: 'error',
    })),
    ...warnings.map((warning): Issue => {
      const [prefix = '', part, line] = placed.exec(warning) ?? [];
      return {
        severity: 'warning',
        message: warning.slice(prefix.length),
        part: part as Part | undefined,
        line: line === undefined ? undefined : Number(line),
      };
    }),
  ];
}

/** The underlined ranges of each part. */
export function toMarks(issues: readonly Issue[]): Readonly<Record<Part, readonly Marked[]>> {
  const of = (part: Part) => issues.filter((issue) => issue.part === part);
  return {
    subject: of('subject'),
    preheader: of('preheader'),
    html: of('html'),
    text: of('text'),
    amp_html: of('amp_html'),
  };
}
