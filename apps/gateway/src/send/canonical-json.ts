import { LosslessNumber } from '@postrider/numbers';

/** Long texts are written in pieces of this many characters. */
const chunkLength = 64 * 1024;

/** A list or object that is not closed yet. */
interface Open {
  readonly fields: Iterator<readonly [name: string | number, value: unknown]>;
  readonly isList: boolean;
  separator: '' | ',';
}

/** Yields JSON with sorted names in pieces. Equal values give equal texts, however their numbers were written. */
export function* canonicalJson(value: unknown): Generator<string, void, void> {
  const open: Open[] = [];
  for (let next: { readonly value: unknown } | undefined = { value }; ;) {
    if (next) {
      if (typeof next.value === 'object' && next.value !== null && !(next.value instanceof LosslessNumber)) {
        const opened = openValue(next.value);
        open.push(opened);
        yield opened.isList ? '[' : '{';
      } else if (typeof next.value === 'string' && next.value.length > chunkLength) yield* longText(next.value);
      else yield JSON.stringify(next.value);
    }
    const innermost = open.at(-1);
    if (!innermost) return;
    const field = innermost.fields.next();
    if (field.done) {
      open.pop();
      yield innermost.isList ? ']' : '}';
      next = undefined;
    } else {
      const [name, fieldValue] = field.value;
      yield innermost.isList ? innermost.separator : `${innermost.separator}${JSON.stringify(name)}:`;
      innermost.separator = ',';
      next = { value: fieldValue };
    }
  }
}

const openValue = (value: object): Open =>
  Array.isArray(value)
    ? { fields: value.entries(), isList: true, separator: '' }
    : { fields: sortedFields(value as Record<string, unknown>), isList: false, separator: '' };

/** Sorts only the names, in code unit order: sorting entries would take several times as long. */
function* sortedFields(value: Record<string, unknown>): Generator<readonly [string, unknown], void, void> {
  for (const name of Object.keys(value).toSorted()) yield [name, value[name]];
}

/** Like `JSON.stringify`, cut between characters. */
function* longText(text: string): Generator<string, void, void> {
  yield '"';
  for (let from = 0; from < text.length;) {
    const to = from + chunkLength;
    const end = isFirstHalf(text.charCodeAt(to - 1)) ? to + 1 : to;
    yield JSON.stringify(text.slice(from, end)).slice(1, -1);
    from = end;
  }
  yield '"';
}

/** The first half of a surrogate pair. */
const isFirstHalf = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
