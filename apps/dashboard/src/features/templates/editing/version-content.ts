import type { components } from '@postrider/client';
import type { Draft, Part } from '../../../preview/draft.js';

export type Version = components['schemas']['Version'];

/** The parts of a version that an author edits; absent parts are empty. */
export interface Content extends Readonly<Record<Part, string>> {
  readonly name: string;
  /** The sample data, as JSON. */
  readonly data: string;
  /** Only if the author chose it. */
  readonly engine?: Draft['engine'];
  readonly autoescape?: boolean | undefined;
}

const parts: readonly Part[] = ['subject', 'preheader', 'html', 'text', 'amp_html'];

export const toContent = (version: Version): Content => ({
  name: version.name,
  subject: version.subject,
  preheader: version.preheader ?? '',
  html: version.html,
  text: version.text,
  amp_html: version.amp_html ?? '',
  data: JSON.stringify(version.template_data ?? {}, null, 2),
  engine: version.engine,
  autoescape: version.autoescape,
});

/** The changed fields. The engine is derived from the others. */
export const changedFields = (one: Content, other: Content): (keyof Content)[] =>
  (['name', ...parts, 'data', 'autoescape'] as const).filter((field) => one[field] !== other[field]);

export const isSame = (one: Content, other: Content): boolean => changedFields(one, other).length === 0;

/** The body for the API. The engine is sent only when the parts do not determine it. */
export function toBody(content: Content): components['schemas']['VersionBody'] {
  const { name, subject, preheader, html, text, amp_html, autoescape } = content;
  const data = parseData(content.data);
  return {
    name,
    subject,
    html,
    text,
    preheader,
    amp_html,
    ...(data && { template_data: data }),
    ...(autoescape !== undefined && { autoescape }),
  };
}

/** The sample data as an object; undefined for invalid JSON. */
export function parseData(json: string): Record<string, unknown> | undefined {
  try {
    const data: unknown = JSON.parse(json);
    return typeof data === 'object' && data !== null && !Array.isArray(data)
      ? (data as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

export const toDraft = ({ subject, preheader, html, text, amp_html, autoescape }: Content): Draft => ({
  subject,
  preheader,
  html,
  text,
  amp_html,
  ...(autoescape !== undefined && { autoescape }),
});
