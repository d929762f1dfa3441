import { currentLanguage, pluralForm, sentence } from './language.js';

type Values = Readonly<Record<string, string | number>>;

const placeholder = /\{(\w+)\}/g;

/** Replaces `{name}` by the value of that name. Unknown names are not replaced. */
export const interpolate = (text: string, values: Values = {}): string =>
  text.replace(placeholder, (whole, name: string) => (name in values ? String(values[name]) : whole));

/** The texts and placeholder names of a message. */
export const parseMessage = (text: string): readonly ({ text: string } | { name: string })[] =>
  text
    .split(/(\{\w+\})/)
    .filter((piece) => piece !== '')
    .map((piece) => (/^\{\w+\}$/.test(piece) ? { name: piece.slice(1, -1) } : { text: piece }));

export const namesIn = (text: string): readonly string[] => [...text.matchAll(placeholder)].map(([, name]) => name!);

/** Translates a message: `t('Sent to {address}', { address })`. The English sentence is its own key. */
export const t = (english: string, values?: Values): string => interpolate(sentence(english), values);

/** Marks a message that is translated later, by its English text. */
export const markForTranslation = (english: string): string => english;

/** Translates a message with a count: `tn('{count} email', '{count} emails', 3)`. */
export const tn = (one: string, many: string, count: number, values?: Values): string =>
  interpolate(pluralForm(one, many, count), { count: formatNumber(count), ...values });

/** Cached, because creating a formatter takes longer than formatting a whole list. */
const formats = new Map<string, Intl.NumberFormat>();

/** Formats a number in the user's language. */
export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  const name = JSON.stringify([currentLanguage(), options]);
  const format = formats.get(name) ?? new Intl.NumberFormat(currentLanguage(), options);
  formats.set(name, format);
  return format.format(value);
}

const units = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** 10,737,418,240 bytes as 10 GB. */
export function size(bytes: number): string {
  let value = bytes / 1024;
  let unit = 0;
  for (; value >= 1024 && unit < units.length - 1; unit += 1) value /= 1024;
  return formatNumber(value, { style: 'unit', unit: units[unit]!, maximumFractionDigits: value < 10 ? 1 : 0 });
}

const largeUnits = [
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** 90 seconds as 1.5 min. */
export function duration(seconds: number): string {
  const [unit, length] = largeUnits.find(([, each]) => seconds >= each) ?? (['second', 1] as const);
  const value = seconds / length;
  return formatNumber(value, { style: 'unit', unit, maximumFractionDigits: value < 10 ? 1 : 0 });
}

/** 0.123 as 12.3 %. */
export const share = (part: number): string => formatNumber(part, { style: 'percent', maximumFractionDigits: 1 });
