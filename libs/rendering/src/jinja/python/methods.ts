import { changingMethods, dictMethods, listMethods, tupleMethods } from './collection-methods.js';
import { formatBraces, formatValue } from './brace-format.js';
import { escaped as escapeInto, escapeText } from './printing.js';
import { iterate } from './protocols.js';
import type { NativeFunction, Runtime } from './runtime.js';
import { invoke } from './runtime.js';
import { textMethods } from './text-methods.js';
import { Callable, isDict, Markup, getText, Tuple, ValueProblem } from './values.js';
import type { Value } from './values.js';

type Methods = Readonly<Record<string, NativeFunction>>;

/** The method of a value by name; undefined if there is none. */
export function findMethod(runtime: Runtime, value: Value, name: string): Callable | undefined {
  const methods = getMethods(value);
  const native = methods && Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (!native) return undefined;
  if (changingMethods.has(name) && !runtime.ownsData)
    throw new ValueProblem(`the name of the method ${name} must be written out where it is called`);
  if (value instanceof Markup) return methodOfMarkup(runtime, value, name, native);
  return new Callable(name, (positional, named) => invoke(runtime, 'method', name, native, value, positional, named));
}

/** The names of the methods of all values. */
export const methodNames: ReadonlySet<string> = new Set(
  [textMethods, listMethods, tupleMethods, dictMethods].flatMap((methods) => Object.keys(methods)),
);

function getMethods(value: Value): Methods | undefined {
  if (getText(value) !== undefined) return textMethods;
  if (Array.isArray(value)) return listMethods;
  if (value instanceof Tuple) return tupleMethods;
  return isDict(value) ? dictMethods : undefined;
}

/** Methods of marked text escape their text arguments and return marked text. */
function methodOfMarkup(runtime: Runtime, { text }: Markup, name: string, native: NativeFunction): Callable {
  const escaped = (value: Value): Value =>
    typeof value === 'string' ? escapeInto(runtime, value) : value instanceof Markup ? value.text : value;
  const marked = (value: Value): Value => {
    if (typeof value === 'string') return new Markup(value);
    if (value instanceof Tuple) return new Tuple(value.items.map(marked));
    return Array.isArray(value) ? value.map(marked) : value;
  };
  return new Callable(name, (positional, named) => {
    if (name === 'format') {
      const print = (value: Value, spec: string): string =>
        value instanceof Markup
          ? formatValue(runtime, value.text, spec)
          : escapeText(formatValue(runtime, value, spec));
      return new Markup(formatBraces(runtime, text, positional, named, print));
    }
    const join = name === 'join' ? [iterate(runtime, positional[0]).map(escaped)] : positional.map(escaped);
    return marked(
      invoke(
        runtime,
        'method',
        name,
        native,
        text,
        join,
        new Map([...named].map(([key, given]) => [key, escaped(given)])),
      ),
    );
  });
}
