import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, waitFor } from '@postrider/testing';
import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { migrate } from '../database.js';
import { createIndex } from './indexes.js';

class CreateNotes1790000000000 implements MigrationInterface {
  readonly name = 'CreateNotes1790000000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('create table notes (id int not null, text text not null)');
    await queryRunner.query('create table months (id int not null, text text not null) partition by range (id)');
    await queryRunner.query('create table months_1 partition of months for values from (0) to (100)');
    await queryRunner.query('create table months_2 partition of months for values from (100) to (200)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table notes, months');
  }
}

class AddColumn1790000000001 implements MigrationInterface {
  readonly name = 'AddColumn1790000000001';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table notes add column seen boolean');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table notes drop column seen');
  }
}

class AddIndexes1790000000002 implements MigrationInterface {
  readonly name = 'AddIndexes1790000000002';
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await createIndex(queryRunner, 'notes_by_text', 'notes', '(text)', 50);
    await createIndex(queryRunner, 'months_by_text', 'months', '(text)', 50);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop index notes_by_text, months_by_text');
  }
}

const definition = (...migrations: (new () => MigrationInterface)[]) => ({
  schema: 'notes',
  entities: [],
  migrations: [CreateNotes1790000000000, ...migrations],
});

describe('migrations of tables in use', () => {
  let created: Awaited<ReturnType<typeof createTestDatabase>>;
  const clients: Client[] = [];
  const client = async (): Promise<Client> => {
    const one = new Client({ connectionString: created.url, options: '-c search_path=notes' });
    await one.connect();
    clients.push(one);
    return one;
  };

  beforeEach(async () => {
    created = await createTestDatabase();
    await migrate(definition(), created.url);
  });
  afterEach(async () => {
    for (const one of clients.splice(0)) await one.end();
    await created.drop();
  });

  const waiting = async (writer: Client): Promise<boolean> => {
    const { rows } = await writer.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  };

  it('wait for a dump that reads the table, without blocking writers', async () => {
    const [dump, writer] = [await client(), await client()];
    await dump.query('begin; lock table notes in access share mode');
    const migrating = migrate(definition(AddColumn1790000000001), created.url);
    await waitFor(() => waiting(writer), { what: 'the migration to wait for the table' });
    // The write queues behind the migration and completes while the dump is still running.
    await writer.query(`insert into notes values (1, 'while the dump reads')`);
    await dump.query('commit');
    await migrating;
    expect((await writer.query('select seen from notes')).rows).toEqual([{ seen: null }]);
  });

  it('reject a schema of a development version, which had other migrations', async () => {
    const renewed = { schema: 'notes', entities: [], migrations: [AddColumn1790000000001] };
    await expect(migrate(renewed, created.url)).rejects.toThrow(
      'A development version from before the first release created the schema notes. It cannot be upgraded: use an empty database.',
    );
    expect((await (await client()).query('select name from migrations')).rows).toEqual([
      { name: 'CreateNotes1790000000000' },
    ]);
  });

  it('create indexes while the table is written to, including those of partitioned tables', async () => {
    const [writer, other] = [await client(), await client()];
    await writer.query(`begin; insert into notes values (1, 'open'); insert into months values (1, 'open')`);
    const migrating = migrate(definition(AddIndexes1790000000002), created.url);
    await waitFor(() => waiting(other), { what: 'the index to wait for the open transaction' });
    await other.query(`insert into notes values (2, 'meanwhile'); insert into months values (101, 'meanwhile')`);
    await writer.query('commit');
    await migrating;
    await other.query('create table months_3 partition of months for values from (200) to (300)');
    const { rows } = await other.query(
      `select indrelid::regclass::text as table, indisvalid as valid from pg_index join pg_class on pg_class.oid = indexrelid
       where relname like '%text%' order by 1`,
    );
    expect(rows).toEqual(
      ['months', 'months_1', 'months_2', 'months_3', 'notes'].map((table) => ({ table, valid: true })),
    );
  });

  it('recreate an index after an interruption, while other replicas wait for the lock', async () => {
    const [writer, other] = [await client(), await client()];
    await writer.query(`begin; insert into notes values (1, 'open')`);
    const first = migrate(definition(AddIndexes1790000000002), created.url).catch((error: Error) => error.message);
    await waitFor(() => waiting(other), { what: 'the index to wait for the open transaction' });
    const ended = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'create index%'`;
    await other.query(ended);
    expect(await first).toEqual(expect.any(String));
    const replicas = [1, 2].map(() => migrate(definition(AddIndexes1790000000002), created.url));
    await waitFor(() => waiting(other), { what: 'the index to be created again' });
    await writer.query('commit');
    await Promise.all(replicas);
    const { rows } = await other.query(
      `select indisvalid as valid from pg_index where indexrelid = 'notes_by_text'::regclass`,
    );
    expect(rows).toEqual([{ valid: true }]);
  });
});
