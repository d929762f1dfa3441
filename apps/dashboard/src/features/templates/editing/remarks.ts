import type { Marked } from '../../../editor/code-view.js';
import type { Outcome, Part, Problem } from '../../../preview/draft.js';

/** A mistake or a warning, and where it is. */
export interface Remark extends Problem {
  readonly severity: 'error' | 'warning';
}

const placed = /^(subject|preheader|html|text|amp_html)(?:, line (\d+)(?: \(snippet [^)]*\))?)?: /;

/** Mistakes first, then what works but may not be meant. The part and the line stand in front of the sentence, where the list shows them anyway. */
export function remarksOf({ problems, warnings }: Pick<Outcome, 'problems' | 'warnings'>): readonly Remark[] {
  return [
    ...problems.map((problem): Remark => ({
      ...problem,
      message: problem.message.replace(placed, ''),
      severity: 'error',
    })),
    ...warnings.map((warning): Remark => {
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

/** What is underlined in each part. */
export function marksOf(remarks: readonly Remark[]): Readonly<Record<Part, readonly Marked[]>> {
  const of = (part: Part) => remarks.filter((remark) => remark.part === part);
  return {
    subject: of('subject'),
    preheader: of('preheader'),
    html: of('html'),
    text: of('text'),
    amp_html: of('amp_html'),
  };
}
