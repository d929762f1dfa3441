// The clock of PostgreSQL in the simulation.
import { Client } from 'pg';

/**
 * The functions that replace those of PostgreSQL, found first by the search path. A sequence is seen at once by all
 * transactions.
 */
const clockStatements = `
create schema simulated;
create sequence simulated.clock minvalue 0;
create sequence simulated.draws minvalue 0;
create function simulated.clock_timestamp() returns timestamptz language sql stable as
  $$ select to_timestamp((select last_value from simulated.clock)::float8 / 1000) $$;
create function simulated.now() returns timestamptz language sql stable as 'select simulated.clock_timestamp()';
create function simulated.random() returns float8 language sql volatile as
  $$ select (hashint8(nextval('simulated.draws')) & 1048575) / 1048576.0 $$;
create function simulated.set_config(name text, value text, is_local boolean) returns text language sql volatile as
  $$ select case when name like '%\\_timeout' then value else pg_catalog.set_config(name, value, is_local) end $$;
grant usage on schema simulated to public;
grant select on sequence simulated.clock to public;
grant usage, select on sequence simulated.draws to public;
`;

/** Columns whose default is a time of PostgreSQL. */
const defaults = `
select format('alter table %s alter column %I set default %s', adrelid::regclass, attname,
              regexp_replace(pg_get_expr(adbin, adrelid), '(^|[^.\\w])(now|clock_timestamp)\\(\\)', '\\1simulated.\\2()', 'g')) as statement
from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
where pg_get_expr(adbin, adrelid) ~ '(now|clock_timestamp)\\(\\)'`;

/** Prepares a database with the migrated schemas, from which each run gets a copy. */
export async function installClock(/** @type {string} */ superuserUrl) {
  const client = new Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    await client.query(clockStatements);
    const { rows } = await client.query(defaults);
    for (const { statement } of rows) await client.query(statement);
  } finally {
    await client.end();
  }
}
