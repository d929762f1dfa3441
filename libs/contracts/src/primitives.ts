import { exactJson } from '@postrider/numbers';
import { z } from 'zod';

/** What became of one thing of an import (docs/moving-in.md). */
export interface Imported {
  readonly outcome: 'imported' | 'is here already' | 'refused';
  /** Why it is refused, or what of it was left out. */
  readonly notes: readonly string[];
}

const maxBytes = 128 * 1024;

/** At most 128 KB as JSON (docs/api.md#limits); wherever a mail is rendered. */
export function fitForTemplate(data: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void {
  const json = exactJson(data);
  if (Buffer.byteLength(json) > maxBytes) context.addIssue({ code: 'custom', message: 'must be at most 128 KB' });
  // Postgres cannot store the character, and no mail can carry it.
  if (json.includes(String.raw`\u0000`))
    context.addIssue({ code: 'custom', message: 'must not contain NUL characters' });
}

/** An optional field as the API takes it: `null` and the empty string mean absent (docs/api.md#conventions). */
export const absentable = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === null || value === '' ? undefined : value), schema.optional());

const allEmpty = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((field) => field === '' || field === null || field === undefined);
/** An object whose fields are all empty means absent (docs/api.md#conventions). */
export const absentableObject = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === null || value === '' || allEmpty(value) ? undefined : value), schema.optional());

/** A required, non-empty string of at most `max` characters: empty counts as missing (docs/api.md#conventions). */
export const text = (max: number) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be a string') })
    .min(1, 'is required')
    .max(max, `must be at most ${max} characters`);

/** Unix time in whole seconds (docs/api.md#conventions), as far as ISO 8601 and PostgreSQL both write it. */
export const timestamp = z
  .int({ error: 'must be a Unix timestamp in whole seconds' })
  .nonnegative('must not be negative')
  .max(253_402_300_799, 'must be before the year 10000')
  .meta({ id: 'Timestamp', description: 'Unix time in whole seconds.' });

/** A display name: one line, no control characters. */
export const displayName = z
  .string()
  .max(320, 'must be at most 320 characters')
  .regex(/^[^\x00-\x1f\x7f]*$/, 'must be one line without control characters')
  .describe('A name to show: one line.');

/** Refines an object: so many bytes as JSON at most. */
export const withinJsonBytes =
  (kilobytes: number) =>
  (data: unknown, { addIssue }: z.RefinementCtx): void => {
    if (Buffer.byteLength(exactJson(data)) > kilobytes * 1024)
      addIssue({ code: 'custom', message: `must be at most ${kilobytes} KB` });
  };

/** `success` and `status` of docs/api.md#success-answers. */
export const ok = z
  .object({
    success: z.literal(true).describe('Always true: errors have a shape of their own.'),
    status: z.literal('OK').describe('Always `OK`.'),
  })
  .meta({ id: 'Ok', description: 'What was asked for is done.' });
export const okAnswer = { success: true, status: 'OK' } as const;

/** A piece of a list that may be larger than one reply: as much as fits, and what to ask for `after` it; without `next` it is the last. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next: z.string().optional() });

/** Where a piece begins: `next` of the one before it, absent in the first. */
export const after = absentable(z.string().regex(/^[^\x00]*$/, 'must not contain NUL characters'));
