import { isMailAddress } from './links/mail-addresses.js';
import type { Path } from './template/program.js';

/** One level of the context stack: the data, or an item of a section. */
export class Frame {
  constructor(
    readonly value: unknown,
    readonly parent: Frame | undefined,
    /** Names that it does not have are not found outside of it, as in Handlebars. */
    readonly isClosed = false,
  ) {}

  /** Where a name is looked up next. The mail's own addresses are found from everywhere. */
  next(path: Path): Frame | undefined {
    if (!this.isClosed) return this.parent;
    let outer = isMailAddress(path) ? this.parent : undefined;
    while (outer?.parent) outer = outer.parent;
    return outer;
  }
}

/** Finds a path. The nearest frame that has the first name decides; the rest is looked for in that value alone (Mustache specification). */
export function lookup(path: Path, frame: Frame): unknown {
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
 * Own data properties only: prototypes are never read (`{{constructor}}`) and no getter ever runs. The length and the characters
 * of a string are its own, so `{{name.length}}` works.
 */
const ownProperty = (holder: NonNullable<unknown>, name: string): PropertyDescriptor | undefined =>
  name === '__proto__' ? undefined : Object.getOwnPropertyDescriptor(holder, name);
