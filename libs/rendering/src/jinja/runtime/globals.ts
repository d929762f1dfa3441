import { getEntries, iterate, toPair } from '../python/protocols.js';
import { whole } from '../python/method-arguments.js';
import type { Runtime } from '../python/runtime.js';
import type { Keywords, Value } from '../python/values.js';
import { Callable, Dict, isDict, ValueProblem, View } from '../python/values.js';
import { Cycler, Namespace } from './holders.js';

const maxRangeItems = 100_000;

function range(runtime: Runtime, values: readonly Value[]): Value {
  if (values.length < 1 || values.length > 3) throw new ValueProblem('range takes one to three whole numbers');
  const numbers = values.map((value) => whole(value, 0, 'range'));
  const [start = 0, stop = 0, step = 1] = numbers.length === 1 ? [0, ...numbers] : numbers;
  if (step === 0) throw new ValueProblem('the step of range cannot be 0');
  const length = Math.max(0, Math.ceil((stop - start) / step));
  if (length > maxRangeItems)
    throw new ValueProblem(`range gives at most ${maxRangeItems.toLocaleString('en-US')} numbers`);
  runtime.spend(length >> 3);
  const items = Array.from({ length }, (_, index) => start + index * step);
  return new View('range', items, `range(${start}, ${stop}${step === 1 ? '' : `, ${step}`})`);
}

function toPairs(runtime: Runtime, values: readonly Value[], named: Keywords): (readonly [Value, Value])[] {
  const entries = values.flatMap((value) =>
    isDict(value) ? getEntries(runtime, value) : iterate(runtime, value).map((pair) => toPair(runtime, pair)),
  );
  runtime.spend(entries.length);
  return [...entries, ...named];
}

type Global = (runtime: Runtime, values: readonly Value[], named: Keywords) => Value;

const functions: Readonly<Record<string, Global>> = {
  range,
  dict: (runtime, values, named) => new Dict(toPairs(runtime, values, named)),
  namespace: (runtime, values, named) =>
    new Namespace(toPairs(runtime, values, named).map(([key, value]) => [runtime.text(key), value])),
  cycler: (_, values) => new Cycler(values),
  joiner: (runtime, values, named) => {
    const [separator = named.has('sep') ? named.get('sep') : ', '] = values;
    let used = false;
    return new Callable('joiner', () => {
      const text = used ? runtime.text(separator) : '';
      used = true;
      return text;
    });
  },
  // Constant texts are translated at save time; other texts have no translation.
  _: (_, [text = null]) => text,
  gettext: (_, [text = null]) => text,
  ngettext: (_, [singular = null, plural = null, count]) => (count === 1 ? singular : plural),
};

/** The functions that every template has. */
export const functionNames: readonly string[] = Object.keys(functions);

export const globalNamed = (runtime: Runtime, name: string): Callable | undefined => {
  const found = Object.hasOwn(functions, name) ? functions[name] : undefined;
  return found && new Callable(name, (positional, named) => found(runtime, positional, named));
};
