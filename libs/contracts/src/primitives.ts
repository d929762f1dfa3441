import { z } from 'zod';

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

/** Unix time in whole seconds (docs/api.md#conventions). */
export const timestamp = z
  .int({ error: 'must be a Unix timestamp in whole seconds' })
  .nonnegative('must not be negative');

/**
 * An email address (docs/api.md#addresses-and-headers): one `@`, at most 254 characters, an ASCII local part of at most
 * 64, nothing that could end a header or start another recipient. The domain may be internationalised; it is sent as
 * punycode.
 */
export const emailAddress = z
  .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be a string') })
  .trim()
  .max(254, 'must be at most 254 characters')
  .regex(
    /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[^\s@\x00-\x20\x7f,;:<>()[\]\\"'`!#$%&*+/=?^_{|}~]{1,253}$/u,
    'must be an email address',
  )
  .refine(
    (address) => !/^\.|\.\.|\.@|@\.|\.$/.test(address) && labelsOf(address).every(isHostLabel),
    'must be an email address',
  );

const labelsOf = (address: string): string[] => address.slice(address.lastIndexOf('@') + 1).split('.');
/** RFC 1123 section 2.1, as far as it goes for internationalised names, too. */
const isHostLabel = (label: string): boolean => label.length <= 63 && !label.startsWith('-') && !label.endsWith('-');

/** The one spelling under which an address is kept and looked up, so that every service means the same recipient by it. */
export const addressKey = (address: string): string => address.trim().toLowerCase();

/** A display name: one line, no control characters. */
export const displayName = z
  .string()
  .max(320, 'must be at most 320 characters')
  .regex(/^[^\x00-\x1f\x7f]*$/, 'must be one line without control characters');

/** Refines an object: so many bytes as JSON at most. */
export const withinJsonBytes =
  (kilobytes: number) =>
  (data: unknown, { addIssue }: z.RefinementCtx): void => {
    if (Buffer.byteLength(JSON.stringify(data)) > kilobytes * 1024)
      addIssue({ code: 'custom', message: `must be at most ${kilobytes} KB` });
  };

/** `success` and `status` of docs/api.md#success-answers. */
export const ok = z.object({ success: z.literal(true), status: z.literal('OK') });
export const okAnswer = { success: true, status: 'OK' } as const;
