import { z } from 'zod';

/** What a resource is like at one moment: it is another one after every change. */
const revision = z.string().optional();

/** Revisions of which a resource must have one for the request to change it; left out, whatever it is like (docs/api.md#conflicts). */
const expected = z.array(z.string()).optional();

/** A resource as its service answers it, with its revision. The API shows this in `ETag`. */
export const withRevision = <Shape extends z.ZodRawShape>(resource: z.ZodObject<Shape>) =>
  resource.extend({ revision });

/** A request that may say what it is a change of. */
export const withExpected = <Shape extends z.ZodRawShape>(request: z.ZodObject<Shape>) => request.extend({ expected });

export const exampleRevision = 'rev_5f1d0c6a2be94d7083c1e9aa';
