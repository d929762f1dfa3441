import type { Value } from '../python/values.js';
import { ownValue } from '../python/values.js';

/** The variables of a block and its enclosing blocks. The outermost scope is the data of the email. */
export class Scope {
  private names: Map<string, Value> | undefined;

  constructor(
    private readonly parent: Scope | undefined,
    private readonly data?: unknown,
  ) {}

  get(name: string): Value {
    const found = this.names?.get(name);
    if (found !== undefined) return found;
    return this.parent ? this.parent.get(name) : this.getFromData(name);
  }

  set(name: string, value: Value): void {
    this.names ??= new Map();
    this.names.set(name, value);
  }

  /** A name that was set in this scope, for modules. */
  own(name: string): Value {
    return this.names?.get(name);
  }

  private getFromData(name: string): Value {
    return typeof this.data === 'object' && this.data !== null ? ownValue(this.data, name) : undefined;
  }
}
