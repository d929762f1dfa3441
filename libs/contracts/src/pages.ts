import { z } from 'zod';
import { absentable } from './primitives.js';

/** A piece of a list that may be larger than one reply: as much as fits, and what to ask for `after` it; without `next` it is the last. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next: z.string().optional() });

/** Where a piece begins: `next` of the one before it, absent in the first. */
export const after = absentable(z.string().regex(/^[^\x00]*$/, 'must not contain NUL characters'));
