import type { Report } from './report.js';
import { unreadable } from './report.js';

/** Fields are read one by one, so that an event with one invalid field keeps the others. */
export type Fields = Readonly<Record<string, unknown>>;

export const toFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

export const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A string, or a number as string; undefined if empty. */
export function toText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Unix milliseconds from Unix seconds, which may be fractional and may be a string. */
export function timeOfSeconds(value: unknown): number | undefined {
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof seconds === 'number' && Number.isFinite(seconds) ? Math.round(seconds * 1000) : undefined;
}

/** Unix milliseconds from a time in ISO 8601. */
export function timeOfIso(value: unknown): number | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable('is no JSON');
  }
}

/** The fields of a report with one event. */
const maxBytes = 262_144;

export function jsonBody({ body }: Report): unknown {
  if (body.length > maxBytes) throw unreadable('is larger than 256 KB');
  return parseJson(body.toString());
}

/** Identifies an event whose provider gives it no unique id. The log id keeps equal events of different logs apart. */
export const buildKey = (logId: string | undefined, ...parts: readonly unknown[]): string =>
  JSON.stringify([logId, ...parts].map((part) => part ?? null));
