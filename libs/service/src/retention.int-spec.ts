import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { inboxRetention, outboxTables } from '@postrider/outbox';
import { createTestDatabase } from '@postrider/testing';
import { Pool } from 'pg';
import { RetentionTask } from './retention.js';

/** Simulates the statement timeout: deleting more rows than this at once fails. */
const maxBatch = 10_000;
const bounded = [
  `create function refuse_many() returns trigger language plpgsql as $$
   begin
     if (select count(*) from gone) > ${maxBatch} then raise exception 'canceling statement due to statement timeout'; end if;
     return null;
   end $$`,
  `create trigger bounded after delete on inbox referencing old table as gone for each statement execute function refuse_many()`,
];

describe('retention', () => {
  let database: Pool;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    const created = await createTestDatabase();
    ({ drop } = created);
    database = new Pool({ connectionString: created.url });
    for (const statement of [...outboxTables, ...bounded]) await database.query(statement);
  });
  afterAll(async () => {
    await database.end();
    await drop();
  });
  beforeEach(() => database.query('truncate inbox'));

  const taken = (count: number, daysAgo: number): Promise<unknown> =>
    database.query(
      `insert into inbox (event_id, received_at)
       select $2 || '-' || n, now() - make_interval(days => $2::int) from generate_series(1, $1::int) n`,
      [count, String(daysAgo)],
    );
  const left = async (): Promise<unknown[]> =>
    (await database.query(`select split_part(event_id, '-', 1) as days, count(*)::int from inbox group by 1`)).rows;

  it('deletes all events older than a week, however many, and nothing else', async () => {
    await taken(2 * maxBatch + 5_000, 8);
    await taken(10, 6);
    await new RetentionTask(database, [inboxRetention]).run();
    expect(await left()).toEqual([{ days: '6', count: 10 }]);
  });

  it('skips rows that another process has locked', async () => {
    await taken(3, 8);
    const other = await database.connect();
    await other.query('begin');
    await other.query(`select from inbox where event_id = '8-1' for update`);
    const task = (): RetentionTask => new RetentionTask(database, [inboxRetention]);
    await task().run();
    expect(await left()).toEqual([{ days: '8', count: 1 }]);
    await other.query('rollback');
    other.release();
    await task().run();
    expect(await left()).toEqual([]);
  });

  it('applies the other rules if one fails', async () => {
    await taken(3, 8);
    await new RetentionTask(database, [{ ...inboxRetention, table: 'nowhere' }, inboxRetention]).run();
    expect(await left()).toEqual([]);
  });

  it('waits for the interval of a rule before it applies it again', async () => {
    const task = new RetentionTask(database, [inboxRetention]);
    await task.run();
    await taken(3, 8);
    await task.run();
    expect(await left()).toEqual([{ days: '8', count: 3 }]);
  });
});
