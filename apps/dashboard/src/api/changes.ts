/** The values of a form by field name. */
export type Fields = Readonly<Record<string, unknown>>;

/** Someone else changed the same field: nothing was sent. */
export class ConflictingChange extends Error {
  override readonly name = 'ConflictingChange';

  /** @param fields changed by both, with their current values */
  constructor(
    message: string,
    readonly fields: Fields,
  ) {
    super(message);
  }
}

/** The changes of a form. */
export interface Changes {
  /** Fields to send: changed since the form was opened, and different from the current value. */
  readonly changed: Fields;
  /** Current values of fields that someone else changed in the meantime. */
  readonly conflicts: Fields;
}

/** @param loaded the values when the form opened; @param current the values now */
export function findChanges(loaded: Fields, wanted: Fields, current: Fields): Changes {
  const names = Object.keys(wanted).filter(
    (name) => !isEqual(wanted[name], loaded[name]) && !isEqual(wanted[name], current[name]),
  );
  const overtaken = names.filter((name) => !isEqual(current[name], loaded[name]));
  return { changed: picked(wanted, names), conflicts: picked(current, overtaken) };
}

const picked = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, fields[name]]));

const isEqual = (one: unknown, other: unknown): boolean => written(one) === written(other);

/** Absent equals null; keys are sorted. */
const written = (value: unknown): string =>
  JSON.stringify(value ?? null, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
