import { equal, iterate } from '../python/protocols.js';
import { findMethod } from '../python/methods.js';
import type { Meter, Runtime } from '../python/runtime.js';
import type { Value } from '../python/values.js';
import { Callable, RuntimeObject, Tuple, Undefined, ValueProblem } from '../python/values.js';
import type { Scope } from './scope.js';

/** `namespace()`: the only object whose attributes `{% set %}` can change. */
export class Namespace extends RuntimeObject {
  private readonly values: Map<string, Value>;

  constructor(values: Iterable<readonly [string, Value]>) {
    super();
    this.values = new Map(values);
  }

  get shown(): string {
    return '<Namespace>';
  }

  attribute(name: string): Value {
    return this.values.get(name);
  }

  set(name: string, value: Value): void {
    this.values.set(name, value);
  }
}

/** The result of `{% import %}`: the macros and names that a snippet sets. */
export class Module extends RuntimeObject {
  constructor(
    readonly name: string,
    private readonly scope: Scope,
    readonly text: string,
  ) {
    super();
  }

  get shown(): string {
    return this.text;
  }

  attribute(name: string): Value {
    return name.startsWith('_') ? undefined : this.scope.own(name);
  }
}

/** `cycler(...)` and `joiner(...)`. */
export class Cycler extends RuntimeObject {
  private at = 0;

  constructor(private readonly values: readonly Value[]) {
    super();
    if (values.length === 0) throw new ValueProblem('cycler needs at least one value');
  }

  get shown(): string {
    return '<Cycler>';
  }

  attribute(name: string): Value {
    if (name === 'current') return this.values[this.at];
    if (name === 'next')
      return new Callable('next', () => {
        const value = this.values[this.at];
        this.at = (this.at + 1) % this.values.length;
        return value;
      });
    if (name !== 'reset') return undefined;
    return new Callable('reset', () => {
      this.at = 0;
      return null;
    });
  }
}

/** `loop` inside `{% for %}`. */
export class Loop extends RuntimeObject {
  index0 = -1;
  private lastChanged: Tuple | undefined;

  constructor(
    private readonly meter: Meter,
    readonly list: readonly Value[],
    private readonly depth0: number,
    private readonly recurse: ((items: Value, depth: number) => Value) | undefined,
  ) {
    super();
  }

  get shown(): string {
    return `<LoopContext ${this.index0 + 1}/${this.list.length}>`;
  }

  override items(): readonly Value[] {
    return this.list;
  }

  attribute(name: string): Value {
    const { index0, list } = this;
    switch (name) {
      case 'index':
        return index0 + 1;
      case 'index0':
        return index0;
      case 'first':
        return index0 === 0;
      case 'last':
        return index0 === list.length - 1;
      case 'length':
        return list.length;
      case 'revindex':
        return list.length - index0;
      case 'revindex0':
        return list.length - index0 - 1;
      case 'depth':
        return this.depth0 + 1;
      case 'depth0':
        return this.depth0;
      case 'previtem':
        return index0 > 0 ? list[index0 - 1] : new Undefined(() => 'loop.previtem', 'there is no previous item');
      case 'nextitem':
        return index0 + 1 < list.length
          ? list[index0 + 1]
          : new Undefined(() => 'loop.nextitem', 'there is no next item');
      case 'cycle':
        return new Callable('loop.cycle', (values) => {
          if (values.length === 0) throw new ValueProblem('loop.cycle needs at least one value');
          return values[index0 % values.length];
        });
      case 'changed':
        return new Callable('loop.changed', (values) => {
          const now = new Tuple(values);
          const same = this.lastChanged !== undefined && equal(this.meter, this.lastChanged, now);
          this.lastChanged = now;
          return !same;
        });
      default:
        return undefined;
    }
  }

  /** `{{ loop(children) }}`. */
  again(items: Value): Value {
    if (!this.recurse) throw new ValueProblem('the loop can be called only where {% for ... recursive %} says so');
    return this.recurse(items, this.depth0 + 1);
  }
}

/** An attribute of an object, a method, or a dict's value for that key. */
export function getAttribute(runtime: Runtime, value: Value, name: string): Value {
  if (value instanceof RuntimeObject) return value.attribute(name);
  if (value instanceof Tuple) {
    const index = value.fields.indexOf(name);
    if (index >= 0) return value.items[index];
  }
  if (value instanceof Callable && name === 'name') return value.name;
  return findMethod(runtime, value, name);
}

/** The values for several targets. */
export function unpack(meter: Meter, value: Value, count: number): readonly Value[] {
  const items = value instanceof Undefined ? value.reject() : iterate(meter, value);
  if (items.length === count) return items;
  throw new ValueProblem(`${count} names cannot be given the ${items.length} items of a list`);
}
