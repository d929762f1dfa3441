import type { Layout } from './layout.js';
import { toCharacter, cut, floating, laidOut, padded, prefixed, short, wholeText } from './layout.js';
import { isNumber, toDouble } from './numbers.js';
import type { Runtime } from './runtime.js';
import { dictGet, isDict, isFloat, isInteger, getText, Tuple, typeName, ValueProblem } from './values.js';
import type { Value } from './values.js';

/** `text % values`: printf formatting as in Python. */
export function formatPercent(runtime: Runtime, format: string, values: Value): string {
  const positional = values instanceof Tuple ? values.items : [values];
  let next = 0;
  const take = (): Value => {
    if (next >= positional.length)
      throw new ValueProblem(`the format "${short(format)}" needs more values than it gets`);
    next += 1;
    return positional[next - 1];
  };
  const size = (written: string | undefined): number => {
    const value = written === '*' ? take() : Number(written ?? 0);
    if (typeof value !== 'number') throw new ValueProblem('* in a format needs a whole number');
    return value;
  };
  const directive = /%(?:\(([^()]*)\))?([-#0 +]*)(\*|\d+)?(?:\.(\*|\d+)?)?[hlL]?([^])?/g;
  runtime.work(format.length);
  const result = format.replace(
    directive,
    (whole, key?: string, flags = '', width?: string, precision?: string, type?: string) => {
      if (type === '%') return '%';
      if (type === undefined || !'diouxXeEfFgGcrsa'.includes(type))
        throw new ValueProblem(
          `the format "${short(format)}" has ${whole}, which is no directive; write %% for a percent sign`,
        );
      if (key !== undefined && !isDict(values))
        throw new ValueProblem(`the format "${short(format)}" needs named values`);
      const wide = size(width);
      const decimals = whole.includes('.') ? size(precision) : undefined;
      const value = key === undefined ? take() : named(values, key);
      const left = flags.includes('-') || wide < 0;
      const zero = flags.includes('0') && !left && !'srca'.includes(type);
      const written = direct(runtime, value, {
        fill: zero ? '0' : ' ',
        align: left ? '<' : zero ? '=' : '>',
        sign: flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '',
        alternate: flags.includes('#'),
        width: Math.abs(wide),
        grouping: '',
        precision: decimals,
        type,
      });
      runtime.work(written.length);
      return written;
    },
  );
  if (next < positional.length && !isDict(values) && !Array.isArray(values))
    throw new ValueProblem(`the format "${short(format)}" gets more values than it uses`);
  return result;
}

function named(values: Value, key: string): Value {
  const value = isDict(values) ? dictGet(values, key) : undefined;
  if (value === undefined) throw new ValueProblem(`the format needs a value named ${key}`);
  return value;
}

function direct(runtime: Runtime, value: Value, layout: Layout): string {
  const { type, precision } = layout;
  if (type === 's' || type === 'r' || type === 'a') {
    const text = type === 's' ? runtime.text(value) : runtime.represent(value);
    return padded(runtime, precision === undefined ? text : cut(runtime, text, precision), layout);
  }
  if (type === 'c') {
    const text = getText(value) ?? (isInteger(value) ? toCharacter(Number(value)) : '');
    if (Array.from(text).length !== 1) throw new ValueProblem('%c needs one character');
    return padded(runtime, text, layout);
  }
  if (!isNumber(value)) throw new ValueProblem(`%${type} needs a number, not a ${typeName(value)}`);
  if ('diu'.includes(type)) return laidOut(runtime, wholeText(value, 10, precision), { ...layout, type: 'd' });
  if ('xXo'.includes(type)) {
    if (isFloat(value)) throw new ValueProblem(`%${type} needs a whole number`);
    const digits = wholeText(value, type === 'o' ? 8 : 16, precision);
    return laidOut(runtime, prefixed(type === 'X' ? digits.toUpperCase() : digits, layout), layout);
  }
  return laidOut(runtime, floating(toDouble(value), layout), layout);
}
