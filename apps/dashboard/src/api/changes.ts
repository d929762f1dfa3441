/** What a form holds, by the names of its fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** Somebody else changed what is about to be changed: nothing was sent. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';

  /** @param fields that both changed, as they are now */
  constructor(
    message: string,
    readonly fields: Fields,
  ) {
    super(message);
  }
}

/** What somebody changed in a form. */
export interface Changes {
  /** To be sent. What is as it was when the form was opened is not among it, whatever became of it since; nor is what is there already. */
  readonly changed: Fields;
  /** What somebody else changed otherwise meanwhile, as it is now. */
  readonly overtaken: Fields;
}

/** @param loaded what the form began with; @param current what there is now */
export function changesOf(loaded: Fields, wanted: Fields, current: Fields): Changes {
  const names = Object.keys(wanted).filter(
    (name) => !isEqual(wanted[name], loaded[name]) && !isEqual(wanted[name], current[name]),
  );
  const overtaken = names.filter((name) => !isEqual(current[name], loaded[name]));
  return { changed: picked(wanted, names), overtaken: picked(current, overtaken) };
}

const picked = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, fields[name]]));

const isEqual = (one: unknown, other: unknown): boolean => written(one) === written(other);

/** What is absent is null; names are in one order. */
const written = (value: unknown): string =>
  JSON.stringify(value ?? null, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
