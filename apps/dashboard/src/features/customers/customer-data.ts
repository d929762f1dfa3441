import { t } from '../../i18n/texts.js';

/** How an attribute is shown. */
export const valueOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

export type Attributes = Record<string, string | number | boolean | null>;
type Parsed = { readonly data: Attributes } | { readonly error: string };

/** Attributes as somebody wrote them. */
export function parseData(text: string): Parsed {
  if (text.trim() === '') return { data: {} };
  try {
    const data: unknown = JSON.parse(text);
    return typeof data === 'object' && data !== null && !Array.isArray(data)
      ? { data: data as Attributes }
      : { error: t('must be a JSON object, such as {example}', { example: '{"plan": "pro"}' }) };
  } catch (error) {
    return { error: t('is no JSON: {reason}', { reason: (error as Error).message }) };
  }
}
