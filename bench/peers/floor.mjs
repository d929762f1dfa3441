// The floor of every durable acceptance in PostgreSQL: one row per email, and one commit for the emails of the same
// turn of the event loop and of the commit before it.
import { Pool } from 'pg';

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 2 });
await pool.query(
  'create table if not exists floor_mails (id bigint generated always as identity primary key, body jsonb not null)',
);
/** @type {{ body: string, resolve(id: string): void, reject(error: unknown): void }[]} */
let waiting = [];
let commits = 0;

async function commit() {
  commits += 1;
  const batch = waiting;
  waiting = [];
  try {
    const { rows } = await pool.query('insert into floor_mails (body) select * from unnest($1::jsonb[]) returning id', [
      batch.map((one) => one.body),
    ]);
    batch.forEach(({ resolve }, index) => resolve(rows[index].id));
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
  commits -= 1;
  if (waiting.length > 0) void commit();
}

export const queue = {
  /** @type {(order: unknown) => Promise<string>} */
  add: (order) =>
    new Promise((resolve, reject) => {
      waiting.push({ body: JSON.stringify(order), resolve, reject });
      if (waiting.length === 1 && commits < 2)
        setImmediate(() => {
          if (waiting.length > 0) void commit();
        });
    }),
};
