import { emailAddress, ServiceError, text } from '@postrider/contracts';
import { z } from 'zod';
import type { StoredHook } from '../../identity-hooks/identity-hooks.repository.js';

/** An email that the provider wants to be sent. */
export interface HookMail {
  readonly to: string;
  /** The languages of the user, as the provider writes them, the preferred one first. */
  readonly languages: readonly string[];
  /** The template data (docs/guides/identity.md#template-data). Empty fields are omitted. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The finished email of the provider. */
  readonly original?: OriginalMail;
}

export interface OriginalMail {
  readonly subject: string;
  readonly html: string | undefined;
  readonly text: string | undefined;
}

/** The emails of a call; none if there is nothing to send. */
export interface HookCall {
  readonly action: string;
  /** Identifies the call for providers whose retries have new ids; by default the id in its headers. */
  readonly id?: string | undefined;
  readonly mails: readonly HookMail[];
}

/**
 * Reads the body of a call.
 * @throws ServiceError `invalid_request` that names the provider's field
 */
export type CallReader = (body: unknown, hook: Pick<StoredHook, 'projectUrl'>) => HookCall;

export const address = emailAddress;
/** The name of an action, which is also a tag of the email. */
export const action = text(64);
/** Providers leave a field out, or send null or an empty text. */
export const optionalText = z
  .string({ error: 'must be a string' })
  .nullish()
  .transform((value) => value || undefined);
export const optionalObject = z
  .record(z.string(), z.unknown(), { error: 'must be an object' })
  .nullish()
  .transform((value) => value ?? {});

/** @throws ServiceError `invalid_request` */
export function parseCall<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw ServiceError.invalid(parsed.error);
  return parsed.data;
}

/** Templates test for a field with `if`, so an empty one must be absent. */
export const omitEmpty = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));

/** The languages in the usual fields of a user's metadata. */
export const languagesIn = (...sources: readonly Readonly<Record<string, unknown>>[]): string[] =>
  sources
    .flatMap((source) => ['locale', 'language', 'lang', 'preferred_language'].map((name) => source[name]))
    .filter((value) => typeof value === 'string');
