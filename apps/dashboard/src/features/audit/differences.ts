export type Difference = {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
};

type Leaf = readonly [path: string, value: string];

function leaves(value: unknown, path: string): readonly Leaf[] {
  if (typeof value !== 'object' || value === null) return value === undefined ? [] : [[path, textOf(value)]];
  const entries = Object.entries(value);
  if (entries.length === 0) return path === '' ? [] : [[path, JSON.stringify(value)]];
  return entries.flatMap(([name, part]) => leaves(part, path === '' ? name : `${path}.${name}`));
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** What a change changed, field by field, in the order of the fields. */
export function differencesOf(before: unknown, after: unknown): readonly Difference[] {
  const was = new Map(leaves(before, ''));
  const is = new Map(leaves(after, ''));
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((path) => ({ path, before: was.get(path), after: is.get(path) }))
    .filter((difference) => difference.before !== difference.after);
}
