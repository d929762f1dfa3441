import { createTestDatabase } from '@postrider/testing';
import { DataSource } from 'typeorm';
import { preparedQuery } from './inbox.js';

it('preparedQuery() is planned once per connection and sees the writes of its transaction', async () => {
  const test = await createTestDatabase();
  const database = await new DataSource({ type: 'postgres', url: test.url }).initialize();
  try {
    await database.query('create table notes (id int)');
    const statement = { name: 'notes', text: 'select count(*)::int as count from notes where id = any($1::int[])' };
    const counted = await database.transaction(async (tx) => {
      await tx.query('insert into notes values (1), (2)');
      const first = await preparedQuery(tx, { ...statement, values: [[1]] });
      const both = await preparedQuery(tx, { ...statement, values: [[1, 2]] });
      const known = await tx.query(`select calls from (select generic_plans + custom_plans as calls
        from pg_prepared_statements where name = 'notes') as known`);
      return [first, both, known];
    });
    expect(counted).toEqual([[{ count: 1 }], [{ count: 2 }], [{ calls: '2' }]]);
    await expect(database.query('select from notes')).resolves.toHaveLength(2);
    const failed = database.transaction((tx) => preparedQuery(tx, { name: 'nothing', text: 'select from nothing' }));
    await expect(failed).rejects.toMatchObject({ code: '42P01' });
  } finally {
    await database.destroy();
    await test.drop();
  }
}, 30_000);
