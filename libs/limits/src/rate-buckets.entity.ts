import { EntitySchema } from 'typeorm';

/** The table of `SharedTokenBuckets`, for the schema check. */
export const rateBucketsEntity = new EntitySchema({
  name: 'rate_buckets',
  columns: {
    name: { type: 'text', collation: 'C', primary: true },
    level: { type: 'float8' },
    per_second: { type: 'float8' },
    at: { type: 'timestamptz', default: () => 'now()' },
  },
});
