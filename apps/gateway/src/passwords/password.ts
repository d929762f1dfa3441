import { z } from 'zod';

const shortest = 12;
const longest = 256;

/** A new password (docs/users.md#passwords): length is what counts. */
export const newPassword = z
  .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be a string') })
  .min(shortest, `must have at least ${shortest} characters`)
  .max(longest, `must have at most ${longest} characters`)
  .refine((password) => new Set(password).size > 3, 'must not be one and the same character')
  .describe(`The password from now on: ${shortest} to ${longest} characters.`);

/** One that is compared. */
export const offeredPassword = z
  .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be a string') })
  .min(1, 'is required')
  .max(longest, `must have at most ${longest} characters`);
