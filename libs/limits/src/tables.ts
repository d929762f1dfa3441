/**
 * The DDL of a service's shared buckets, run by one of its migrations in its own schema. A crash of the database empties it, which makes every
 * bucket full: not worth a write-ahead log.
 */
export const rateBucketsTable = `create unlogged table rate_buckets (
  name text collate "C" primary key,
  level double precision not null,
  per_second double precision not null,
  at timestamptz not null default now()
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01)`;

/** Buckets that are full again are what they would be if they were made anew. */
export const rateBucketsRetention = {
  table: 'rate_buckets',
  where: `at < now() - interval '10 minutes' and level <= extract(epoch from now() - at)::float8 * per_second`,
  everyMinutes: 10,
  batchSize: 5_000,
};
