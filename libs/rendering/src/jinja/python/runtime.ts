import type { Keywords, Value } from './values.js';
import { ValueProblem } from './values.js';

/** The part of the interpreter that functions, filters and methods use. */
export interface Runtime {
  readonly autoescape: boolean;
  /** The email's locale. */
  readonly locale: string;
  /** Whether the template has its own copy of the data, which methods such as append may modify. */
  readonly ownsData: boolean;
  /** Spends steps of the email's budget. */
  spend(steps: number): void;
  /** Charges for reading or creating a text with this many characters; throws if it is too long. */
  work(characters: number): void;
  /** The output of a value. An undefined one is missing data in strict mode. */
  text(value: Value): string;
  represent(value: Value): string;
  undefined(explanation: string): Value;
  attribute(value: Value, name: string): Value;
  item(value: Value, key: Value): Value;
  call(callee: Value, positional: readonly Value[], named: Keywords): Value;
  filter(name: string, value: Value, positional: readonly Value[], named: Keywords): Value;
  test(name: string, value: Value, positional: readonly Value[], named: Keywords): boolean;
}

/** Charges for iterating over values. Everything that compares, searches or lists values needs one. */
export type Meter = Pick<Runtime, 'spend' | 'work'>;

/**
 * A function of the language, with the names of its arguments after the first. `run` gets undefined for missing ones.
 */
type Native = {
  readonly parameters: readonly string[];
  readonly run: (runtime: Runtime, value: Value, ...values: Value[]) => Value;
};

/** A function with any arguments. */
type Variadic = {
  readonly any: (runtime: Runtime, value: Value, positional: readonly Value[], named: Keywords) => Value;
};

export type NativeFunction = Native | Variadic;

const noKeywords: Keywords = new Map();

export function invoke(
  runtime: Runtime,
  kind: 'filter' | 'method',
  name: string,
  native: NativeFunction,
  value: Value,
  positional: readonly Value[],
  named: Keywords = noKeywords,
): Value {
  if ('any' in native) return native.any(runtime, value, positional, named);
  const { parameters, run } = native;
  if (positional.length > parameters.length) {
    const expected =
      parameters.length === 0 ? 'no arguments' : `at most ${parameters.length} (${parameters.join(', ')})`;
    throw new ValueProblem(`the ${kind} ${name} takes ${expected}, not ${positional.length}`);
  }
  if (named.size === 0) return run(runtime, value, ...positional);
  const values: Value[] = [...positional];
  for (const [key, given] of named) {
    const index = parameters.indexOf(key);
    if (index < 0) throw new ValueProblem(`the ${kind} ${name} has no argument ${key}`);
    if (values[index] !== undefined)
      throw new ValueProblem(`the ${kind} ${name} has two values for its argument ${key}`);
    values[index] = given;
  }
  return run(runtime, value, ...values);
}
