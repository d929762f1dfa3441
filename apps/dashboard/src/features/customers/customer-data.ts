import type { Fields } from '../../api/changes.js';
import { t } from '../../i18n/texts.js';

/** How an attribute is displayed. */
export const formatValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

export type Attributes = Record<string, string | number | boolean | null>;
type Parsed = { readonly data: Attributes } | { readonly error: string };

/** Attributes removed from the text, which the API keeps (docs/reference/customers.md). */
export const takenOut = (stored: Readonly<Record<string, unknown>>, written: Attributes): readonly string[] =>
  Object.keys(stored).filter((name) => !(name in written));

/** The editable fields of a customer; each attribute is a field such as `data.plan`. */
export const toFields = (locale: string | undefined, data: Readonly<Record<string, unknown>>): Fields => ({
  ...(locale === undefined ? {} : { locale }),
  ...Object.fromEntries(Object.entries(data).map(([name, value]) => [`data.${name}`, value])),
});

/** The fields in the form of the API. */
export function toBody({ locale, ...attributes }: Fields): { readonly locale?: string; readonly data: Attributes } {
  const data = Object.entries(attributes).map(([name, value]) => [name.slice('data.'.length), value]);
  return { ...(typeof locale === 'string' ? { locale } : {}), data: Object.fromEntries(data) as Attributes };
}

/** Parses the attributes. */
export function parseData(text: string): Parsed {
  if (text.trim() === '') return { data: {} };
  try {
    const data: unknown = JSON.parse(text);
    return typeof data === 'object' && data !== null && !Array.isArray(data)
      ? { data: data as Attributes }
      : { error: t('must be a JSON object, such as {example}', { example: '{"plan": "pro"}' }) };
  } catch (error) {
    return { error: t('is not valid JSON: {reason}', { reason: (error as Error).message }) };
  }
}
