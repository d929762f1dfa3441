import { Logger } from '@nestjs/common';
import { createTestDatabase } from '@postrider/testing';
import { DataSource } from 'typeorm';
import { InboxPurge } from './inbox-purge.js';
import { outboxTables } from './tables.js';

/** Stands for the statement limit: what deletes more than this at once fails, as it would after ten seconds. */
const mostAtOnce = 10_000;
const bounded = [
  `create function refuse_many() returns trigger language plpgsql as $$
   begin
     if (select count(*) from gone) > ${mostAtOnce} then raise exception 'canceling statement due to statement timeout'; end if;
     return null;
   end $$`,
  `create trigger bounded after delete on inbox referencing old table as gone for each statement execute function refuse_many()`,
];

describe('the inbox', () => {
  let database: DataSource;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    const created = await createTestDatabase();
    ({ drop } = created);
    database = await new DataSource({ type: 'postgres', url: created.url }).initialize();
    for (const statement of [...outboxTables, ...bounded]) await database.query(statement);
  });
  afterAll(async () => {
    await database.destroy();
    await drop();
  });

  const taken = (count: number, daysAgo: number): Promise<unknown> =>
    database.query(
      `insert into inbox (event_id, received_at)
       select $2 || '-' || n, now() - make_interval(days => $2::int) from generate_series(1, $1::int) n`,
      [count, String(daysAgo)],
    );

  it('forgets a backlog of what is older than a week, however long, and nothing else', async () => {
    await taken(2 * mostAtOnce + 5_000, 8);
    await taken(10, 6);
    await new InboxPurge(database).run();
    expect(
      await database.query(
        'select distinct received_at < now() - interval $$7 days$$ as old, count(*)::int from inbox group by 1',
      ),
    ).toEqual([{ old: false, count: 10 }]);
  });
});
