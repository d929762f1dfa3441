import { isEmailUrl } from '../../links/email-urls.js';
import type { Program } from '../syntax/program.js';
import { partialBlock } from '../syntax/program.js';
import { looselyEqual, ownValue } from './helpers.js';

/** A context that `../` reaches. */
export type Outer = { readonly value: unknown; readonly outer: Outer | undefined };
/** The data of a loop (`@index`). */
export type LoopData = {
  readonly index?: number;
  readonly key?: number | string;
  readonly first?: boolean;
  readonly last?: boolean;
  /** The block of the partial that is being printed. */
  readonly block: Closure | undefined;
  readonly outer: LoopData | undefined;
};
type Parameters = { readonly values: readonly unknown[]; readonly outer: Parameters | undefined };
/** A program with the scope that surrounds it. */
export type Closure = { readonly program: Program; readonly scope: Scope };
type InlinePartials = { readonly name: string; readonly closure: Closure; readonly outer: InlinePartials | undefined };

export type Scope = {
  readonly context: unknown;
  readonly outer: Outer | undefined;
  readonly data: LoopData;
  readonly parameters: Parameters | undefined;
  readonly inline: InlinePartials | undefined;
};

/** The context of a block in a context that is null, as in Handlebars. */
export const nullContext: unknown = Object.freeze({});

/** The scope of a block. A context that equals the one around it does not count for `../`, as in Handlebars. */
export function within(scope: Scope, context: unknown, parameters?: readonly unknown[]): Scope {
  const isOuter = scope.outer !== undefined && isSame(context, scope.outer.value);
  return {
    ...scope,
    context,
    outer: isOuter ? scope.outer : { value: context, outer: scope.outer },
    parameters: parameters ? { values: parameters, outer: scope.parameters } : scope.parameters,
  };
}

/** In JavaScript, which Handlebars compares with, a list of one value equals that value. */
const isSame = (context: unknown, outer: unknown): boolean =>
  looselyEqual(context, outer) ||
  (context === nullContext && outer === null) ||
  (Array.isArray(outer) && outer.length === 1 && looselyEqual(context, outer[0]));

/** The inline partial, or `@partial-block`, of this name. */
export function findClosure(
  name: string,
  scope: Scope,
): (Closure & { readonly block?: Closure | undefined }) | undefined {
  if (name === partialBlock) {
    const closure = scope.data.block;
    // Inside the block, the partial of its own is the one around.
    return closure && { ...closure, block: closure.scope.data.block };
  }
  for (let inline = scope.inline; inline; inline = inline.outer) if (inline.name === name) return inline.closure;
  return undefined;
}

/** The inline partials that the block of a partial defines for it. */
export function addInlines({ program, scope }: Closure, outer: Scope): Scope['inline'] {
  let { inline } = outer;
  for (const op of program)
    if (typeof op !== 'string' && op[0] === '*')
      inline = { name: op[1], closure: { program: op[2], scope }, outer: inline };
  return inline;
}

/** The value at a path, `ups` contexts further out. */
export function valueAt(ups: number, path: readonly string[], scope: Scope, root: unknown): unknown {
  if (ups === 0) {
    const value = inside(scope.context, path);
    // The email's addresses are visible from everywhere.
    return (value ?? undefined) === undefined && isEmailUrl(path) ? inside(root, path) : value;
  }
  let { outer } = scope;
  for (let up = 0; up < ups; up += 1) outer = outer?.outer;
  return inside(outer?.value, path);
}

/** `@root`, or the value of this name (`@index`) in the loop that is `ups` further out. */
export function loopValue(ups: number, name: string, scope: Scope, root: unknown): unknown {
  let data: LoopData | undefined = scope.data;
  for (let up = 0; up < ups; up += 1) data = data?.outer;
  if (name === 'root') return data && root;
  return name === 'index' || name === 'key' || name === 'first' || name === 'last' ? data?.[name] : undefined;
}

/** A path into null is null, as in Handlebars, and counts as 0 where numbers are compared. */
export function inside(holder: unknown, path: readonly string[]): unknown {
  let value = holder;
  for (const name of path) {
    if (value === null) return null;
    value = ownValue(value, name);
  }
  return value;
}
