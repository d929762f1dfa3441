import type { SourcePosition } from '../../errors.js';
import { methodNames } from '../python/methods.js';
import { functionNames } from '../runtime/globals.js';
import type { Arguments, Expression, Target } from '../syntax/ast.js';
import { sourcePath } from '../syntax/problems.js';
import { emailUrls, visit } from '../../links/email-urls.js';

const own = new Set<unknown>(emailUrls);

/**
 * The names of another service's templates that a tree reads (docs/template-language.md#addresses-of-the-email). Here
 * they are plain data and usually absent. Names that the tree sets itself are excluded.
 */
export function hostedNames(tree: unknown): string[] {
  const found = new Set<string>();
  const set = new Set<unknown>();
  visit(tree, ([kind, first, second]) => {
    if (kind === 'set' && isNamed(second)) set.add((second as readonly unknown[])[1]);
    if (kind !== 'attribute' || !isNamed(first)) return;
    const [, name] = first as readonly unknown[];
    if (name === 'email_data') found.add('email_data');
    if (name === 'swu' && !own.has(second)) found.add(second === 'lib' ? 'swu.lib' : 'swu');
  });
  return [...found].filter((name) => !set.has(name.split('.')[0])).map((name) => `${name} ${meanings[name]}`);
}

/** The replacement for the other service's functions under `swu.lib`. */
const libAdvice = 'write {{ price|money("EUR") }} and {{ day|date("long") }}';

const meanings: Readonly<Record<string, string>> = {
  email_data: 'is what template_data has under that name, mostly nothing; for {{ email_data.name }} write {{ name }}',
  swu: 'has unsubscribe_url and webview_url; all else of it is what template_data has under that name',
  'swu.lib': `is what template_data has under that name; ${libAdvice}`,
};

const isNamed = (node: unknown): boolean => Array.isArray(node) && node[0] === 'name';

/** A call in a source, with its position. */
export type SourceCall = {
  readonly callee: Expression;
  readonly given: Arguments | null;
  readonly position: SourcePosition;
};

/** Names that are neither bound by a template nor data. */
const ownNames = [...functionNames, 'loop', 'self', 'super', 'caller', 'varargs', 'kwargs'];
/**
 * If names depend on names that are bound later, their values must settle within this many passes; otherwise their
 * calls are not checked.
 */
const maxPasses = 10;

/**
 * Finds calls that fail with any data, because JSON contains no functions: `request.route_url("x")`,
 * `day.strftime("%Y")`. Ignores calls of anything that may be a macro, a function or a module.
 */
export class DataCalls {
  private readonly bound = new Map<string, { readonly value: Expression; readonly includesMethods: boolean }[]>();
  /** Names that may contain something callable. */
  private readonly callable = new Set<string>(ownNames);
  private readonly isSettled: boolean;

  /** `trees` are all parts and snippets of a version. */
  constructor(trees: readonly unknown[]) {
    for (const tree of trees) this.readBindings(tree);
    let passes = 0;
    while (passes < maxPasses && this.spread()) passes += 1;
    this.isSettled = passes < maxPasses;
  }

  /** Why a call can never work; undefined if it may work. */
  findProblem({ callee, given }: SourceCall): string | undefined {
    if (!this.isSettled) return undefined;
    const path = sourcePath(callee);
    if (callee[0] === 'name')
      return this.callable.has(callee[1])
        ? undefined
        : `there is no function ${path}: template_data is JSON, so pass its result there`;
    if (callee[0] !== 'attribute' || methodNames.has(callee[2]) || this.mayBeCalled(callee[1], false)) return undefined;
    const [, holder, method] = callee;
    return `${path}() cannot work: template_data is JSON, whose values have no method ${method}; ${instead(sourcePath(holder), method, given)}`;
  }

  /** Whether the set of callable names grew. */
  private spread(): boolean {
    const before = this.callable.size;
    for (const [name, values] of this.bound)
      if (
        !this.callable.has(name) &&
        values.some(({ value, includesMethods }) => this.mayBeCalled(value, includesMethods))
      )
        this.callable.add(name);
    return this.callable.size > before;
  }

  /** `includesMethods`: whether a method of the value counts too, as in `{% set f = list.append %}`. */
  private mayBeCalled(value: Expression | null, includesMethods: boolean): boolean {
    if (value === null) return false;
    switch (value[0]) {
      case 'name':
        return this.callable.has(value[1]);
      case 'attribute':
        return (includesMethods && methodNames.has(value[2])) || this.mayBeCalled(value[1], false);
      case 'item':
        return (includesMethods && value[2][0] !== 'slice') || this.mayBeCalled(value[1], false);
      case 'filter':
        return value[2] === 'attr' || this.mayBeCalled(value[1], includesMethods) || this.mayHold(value[3]);
      case 'call':
        return this.isMethodOfData(value[1]) ? this.mayHold(value[2]) : true;
      case 'and':
      case 'or':
        return this.mayBeCalled(value[1], includesMethods) || this.mayBeCalled(value[2], includesMethods);
      case 'if':
        return this.mayBeCalled(value[2], includesMethods) || this.mayBeCalled(value[3], includesMethods);
      case 'concat':
      case 'list':
      case 'tuple':
        return value[1].some((each) => this.mayBeCalled(each, true));
      case 'dict':
        return value[1].some(([, each]) => this.mayBeCalled(each, true));
      case 'binary':
        return this.mayBeCalled(value[2], includesMethods) || this.mayBeCalled(value[3], includesMethods);
      default:
        return false;
    }
  }

  private isMethodOfData(callee: Expression): boolean {
    return callee[0] === 'attribute' && methodNames.has(callee[2]) && !this.mayBeCalled(callee[1], false);
  }

  private mayHold(given: Arguments | null): boolean {
    if (given === null) return false;
    const { positional, named, star, doubleStar } = given;
    return (
      star !== undefined ||
      doubleStar !== undefined ||
      [...positional, ...named.map(([, each]) => each)].some((each) => this.mayBeCalled(each, true))
    );
  }

  private readBindings(tree: unknown): void {
    if (typeof tree !== 'object' || tree === null) return;
    // The texts of a message bind no names.
    if (Array.isArray(tree) && tree[0] === 'trans') return;
    if (Array.isArray(tree)) this.readStatement(tree);
    for (const each of Object.values(tree)) if (typeof each === 'object') this.readBindings(each);
  }

  private readStatement(node: readonly unknown[]): void {
    switch (node[0]) {
      case 'set':
        if (node.length === 4) this.bind(node[2] as Target, node[3] as Expression, true);
        break;
      case 'for':
        if (node.length === 8) this.bind(node[2] as Target, node[3] as Expression, false);
        break;
      case 'with':
        if (node.length === 4)
          for (const [target, value] of node[2] as (readonly [Target, Expression])[]) this.bind(target, value, true);
        break;
      case 'macro':
        if (node.length === 6) this.takeParameters(node[2] as string, node[3]);
        break;
      case 'call':
        if (node.length === 6) this.takeParameters(undefined, node[2]);
        break;
      case 'import':
        if (node.length === 5) this.callable.add(node[3] as string);
        break;
      case 'from':
        if (node.length === 5) for (const [, name] of node[3] as (readonly [string, string])[]) this.callable.add(name);
        break;
      default:
    }
  }

  private takeParameters(macro: string | undefined, parameters: unknown): void {
    if (macro !== undefined) this.callable.add(macro);
    for (const [name] of parameters as (readonly [string])[]) this.callable.add(name);
  }

  private bind(target: Target, value: Expression, includesMethods: boolean): void {
    if (target[0] === 'tuple') for (const each of target[1]) this.bind(each, value, includesMethods);
    else if (target[0] === 'name') {
      const values = this.bound.get(target[1]) ?? [];
      values.push({ value, includesMethods });
      this.bound.set(target[1], values);
    }
  }
}

/** The replacement for methods of Python values. */
function instead(holder: string, method: string, given: Arguments | null): string {
  const [first] = given?.positional ?? [];
  const format = first?.[0] === 'const' && typeof first[1] === 'string' ? JSON.stringify(first[1]) : '"%d.%m.%Y"';
  if (method === 'strftime') return `write {{ ${holder}|date(${format}) }}`;
  if (method === 'isoformat' || method === 'date' || method === 'time') return `write {{ ${holder}|date }}`;
  if (/^swu\.lib\b/.test(holder)) return libAdvice;
  const dictView = /^(?:iter|view)(items|keys|values)$/.exec(method)?.[1];
  if (dictView) return `write ${holder}.${dictView}()`;
  if (method === 'has_key') return `write key in ${holder}`;
  return 'pass its result in template_data';
}
