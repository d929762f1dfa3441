import type { LimitName, LimitOverrides } from '@postrider/contracts';
import { isRate, limitNames, limits } from '@postrider/contracts';
import { z } from 'zod';

/** Null takes the account's own away. */
type LimitChange = readonly [LimitName, number | null];

const sizes: Readonly<Record<string, number>> = { K: 1024, M: 1024 ** 2, G: 1024 ** 3 };

/** `templates=20000`, `template_bytes=5G`, `templates=default`. */
export const limitChange = z.string().transform((text, context): LimitChange => {
  const [, given = '', value = ''] = /^([^=]*)=(.*)$/.exec(text) ?? [];
  const name = limitNames.find((known) => known === given);
  const read = name === undefined ? nameNeeded : valueOf(name, value);
  if (name !== undefined && typeof read !== 'string') return [name, read];
  context.addIssue({ code: 'custom', message: String(read) });
  return z.NEVER;
});

const nameNeeded = `must be name=value or name=default; the names are ${limitNames.join(', ')}`;

/** Or what it must be, in words. */
function valueOf(name: LimitName, value: string): number | null | string {
  if (value === 'default') return null;
  const inBytes = limits[name].unit === 'bytes';
  const [, digits, size = ''] = /^(\d{1,15}(?:\.\d{1,6})?)([KMG]?)$/.exec(value) ?? [];
  if (digits === undefined || (size !== '' && !inBytes))
    return `must give ${name} a number${inBytes ? ', with K, M or G after it or without' : ''}`;
  const amount = Number(digits) * (sizes[size] ?? 1);
  if (isRate(name)) return amount > 0 ? amount : `must give ${name} a number more than 0`;
  return Number.isSafeInteger(amount) ? amount : `must give ${name} a whole number`;
}

/** Null where nothing of them differs from the defaults any more. */
export function changed(overrides: LimitOverrides | null, changes: readonly LimitChange[]): LimitOverrides | null {
  const own = Object.entries({ ...overrides, ...Object.fromEntries(changes) });
  const kept = own.filter((entry): entry is [string, number] => entry[1] !== null);
  return kept.length > 0 ? Object.fromEntries(kept) : null;
}
