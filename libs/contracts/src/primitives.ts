import { exactJson } from '@postrider/numbers';
import { z } from 'zod';

/** Identifies the state of a resource; changes with every update. */
const revision = z.string().optional();

/** The request only changes a resource with one of these revisions; any if absent (docs/guides/conflicts.md). */
const expected = z.array(z.string()).optional();

/** A resource with its revision, as services return it. The API shows the revision in `ETag`. */
export const withRevision = <Shape extends z.ZodRawShape>(resource: z.ZodObject<Shape>) =>
  resource.extend({ revision });

/** A request that may be conditional on a revision. */
export const withExpected = <Shape extends z.ZodRawShape>(request: z.ZodObject<Shape>) => request.extend({ expected });

export const exampleRevision = 'rev_5f1d0c6a2be94d7083c1e9aa';

/** The locale codes of docs/guides/locales.md#supported-locale-codes, exactly. */
export const locales: readonly string[] = `
en-US af-ZA am-ET ar-AE ar-BH ar-DZ ar-EG ar-JO ar-KW ar-LB ar-MA ar-OM ar-QA ar-SA ar-SD az-AZ be-BY bg-BG bn-BD
bn-MY ca-ES cs-CZ da-DK de-AT de-BE de-CH de-DE de-LI de-LU el-CY el-GR en-AE en-AL en-AM en-AO en-AR en-AT en-AU
en-AZ en-BB en-BD en-BE en-BG en-BH en-BO en-BR en-BS en-BW en-CA en-CH en-CL en-CN en-CO en-CR en-CY en-CZ en-DE
en-DK en-DO en-DZ en-EC en-EE en-EG en-ES en-ET en-FI en-FR en-GB en-GH en-GI en-GR en-GT en-HK en-HN en-HR en-HU
en-ID en-IE en-IL en-IN en-IS en-IT en-JM en-JO en-JP en-KE en-KH en-KR en-KW en-KZ en-LA en-LB en-LK en-LT en-LU
en-LV en-MA en-MC en-MD en-MM en-MN en-MX en-MY en-NG en-NL en-NO en-NP en-NZ en-OM en-PA en-PE en-PH en-PK en-PL
en-PT en-PY en-QA en-RO en-RS en-RU en-SA en-SD en-SE en-SG en-SI en-SK en-SV en-TH en-TR en-TT en-TW en-UA en-UY
en-UZ en-VN en-ZA es-AR es-BO es-CL es-CO es-CR es-DO es-EC es-ES es-GT es-HN es-LA es-MX es-PA es-PE es-PY es-SV
es-US es-UY es-VE et-EE fi-FI fr-BE fr-CA fr-CD fr-CH fr-CI fr-CL fr-CM fr-FR fr-GF fr-LB fr-LU fr-MA fr-MC he-IL
hi-IN hr-HR hu-HU hy-AM id-ID id-MY is-IS it-CH it-IT it-MC ja-JP ka-GE kk-KZ km-KH ko-KR lb-LU lo-LA lt-LT lv-LV
mk-MK mn-MN ms-MY my-MM nb-NO ne-MY ne-NP nl-BE nl-NL nl-SR nn-NO no-NO pl-GB pl-PL ps-AF pt-AO pt-BR pt-PT ro-MD
ro-RO ru-KZ ru-RU si-LK sk-SK sl-SI sq-AL sr-RS sv-SE sw-KE ta-LK th-AU th-NZ th-TH tl-AU tl-NZ tl-PH tr-CY tr-TR
uk-UA ur-PK uz-UZ vi-AU vi-CA vi-NZ vi-US vi-VN zh-CN zh-HK zh-TW
`
  .trim()
  .split(/\s+/);

export const defaultLocale = 'en-US';

const supported = new Set(locales);
export const isLocale = (code: string): boolean => supported.has(code);
export const locale = z
  .string()
  .refine(isLocale, 'must be a supported locale code, such as en-US')
  .meta({ id: 'Locale', description: 'A supported locale code.', examples: ['en-US'] });

/** The result for one object of an import (docs/migrate.md). */
export interface Imported {
  readonly outcome: 'imported' | 'already exists' | 'refused';
  /** Why it was rejected, or what was omitted. */
  readonly notes: readonly string[];
}

const maxBytes = 128 * 1024;

/** Allows at most 128 KB as JSON (docs/guides/limits.md), wherever an email is rendered. */
export function checkTemplateDataSize(data: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void {
  const json = exactJson(data);
  if (Buffer.byteLength(json) > maxBytes) context.addIssue({ code: 'custom', message: 'must be at most 128 KB' });
  // PostgreSQL cannot store this character, and email cannot contain it.
  if (json.includes(String.raw`\u0000`))
    context.addIssue({ code: 'custom', message: 'must not contain NUL characters' });
}

/** An optional field of the API: `null` and the empty string mean absent (docs/guides/conventions.md). */
export const optionalOrEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === null || value === '' ? undefined : value), schema.optional());

const allEmpty = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((field) => field === '' || field === null || field === undefined);
/** An object whose fields are all empty counts as absent (docs/guides/conventions.md). */
export const optionalOrEmptyObject = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === null || value === '' || allEmpty(value) ? undefined : value), schema.optional());

/** The error of a required field that is missing or has another type. */
export const required = (type: 'a string' | 'an object') => ({
  error: ({ input }: { readonly input?: unknown }) => (input === undefined ? 'is required' : `must be ${type}`),
});

/** A required string of at most `max` characters; an empty one counts as missing (docs/guides/conventions.md). */
export const text = (max: number) =>
  z.string(required('a string')).min(1, 'is required').max(max, `must be at most ${max} characters`);

/** Unix time in whole seconds (docs/guides/conventions.md), within the range of both ISO 8601 and PostgreSQL. */
export const timestamp = z
  .int({ error: 'must be a Unix timestamp in whole seconds' })
  .nonnegative('must not be negative')
  .max(253_402_300_799, 'must be before the year 10000')
  .meta({ id: 'Timestamp', description: 'Unix time in whole seconds.' });
export const toTimestamp = (time: Date): number => Math.floor(time.getTime() / 1000);

/** A display name: one line, no control characters. */
export const displayName = z
  .string()
  .max(320, 'must be at most 320 characters')
  .regex(/^[^\x00-\x1f\x7f]*$/, 'must be one line without control characters')
  .describe('A display name on one line.');

/** Limits the size of an object as JSON. */
export const withinJsonBytes =
  (kilobytes: number) =>
  (data: unknown, { addIssue }: z.RefinementCtx): void => {
    if (Buffer.byteLength(exactJson(data)) > kilobytes * 1024)
      addIssue({ code: 'custom', message: `must be at most ${kilobytes} KB` });
  };

/** `success` and `status` of docs/guides/conventions.md#success. */
export const ok = z
  .object({
    success: z.literal(true).describe('Always `true`.'),
    status: z.literal('OK').describe('Always `OK`.'),
  })
  .meta({ id: 'Ok', description: 'Success.' });
export const okResponse = { success: true, status: 'OK' } as const;

/** A page of a list that may exceed one reply. `next` is the `after` of the next page, absent on the last. */
export const pageSchema = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next: z.string().optional() });

/** The start of a page: `next` of the previous one, absent for the first. */
export const after = optionalOrEmpty(z.string().regex(/^[^\x00]*$/, 'must not contain NUL characters'));
