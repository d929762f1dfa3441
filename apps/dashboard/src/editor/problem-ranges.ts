import type { Text } from '@codemirror/state';

export interface Place {
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

export interface Range {
  readonly from: number;
  readonly to: number;
}

const tagHere = /^(?:\{\{\{[^\n]*?\}\}\}|\{\{[^\n]*?\}\}|\{%[^\n]*?%\}|\{#[^\n]*?#\}|<\/?[\w:-]+|[^\s<>]+)/;

/** The range to underline: the tag at the column, or the content of the line. The text may have changed since the check. */
export function toRange(text: Text, { line = 1, column }: Place): Range {
  const at = text.line(Math.min(Math.max(line, 1), text.lines));
  if (column !== undefined && column >= 1 && column <= at.length) {
    const from = at.from + column - 1;
    const found = tagHere.exec(at.text.slice(column - 1))?.[0];
    return { from, to: Math.min(from + (found?.length ?? 1), at.to) };
  }
  const indent = at.text.length - at.text.trimStart().length;
  return { from: at.from + indent, to: Math.max(at.from + at.text.trimEnd().length, at.from + indent) };
}
