import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { withoutAccount, withinRequest } from '@postrider/messaging';
import { createTestDatabase, waitFor } from '@postrider/testing';
import { Test } from '@nestjs/testing';
import type { TestingModule } from '@nestjs/testing';
import type { EntityManager, MigrationInterface, QueryRunner } from 'typeorm';
import { DataSource } from 'typeorm';
import { databaseModule, migrate } from '../database.js';
import { enableRowLevelSecurity } from './account-policy.js';
import { SystemPool, TenantPool } from './pools.js';
import { runInTransaction } from './tenant-data-source.js';

class CreateNotes1790000000000 implements MigrationInterface {
  readonly name = 'CreateNotes1790000000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('create table notes (account_id text not null, id int not null, text text not null)');
    await queryRunner.query(`insert into notes values ('acc_a', 1, 'of a'), ('acc_b', 2, 'of b')`);
    await enableRowLevelSecurity(queryRunner, ['notes']);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table notes');
  }
}

const definition = { schema: 'notes', entities: [], migrations: [CreateNotes1790000000000] };
const requestOfB = { accountId: 'acc_b', requestId: 'req_1' };

/** These statements lack a `where account_id`. */
const texts = 'select text from notes order by id';
const byId = 'select text from notes where id = $1';

describe('row-level security between accounts', () => {
  let created: Awaited<ReturnType<typeof createTestDatabase>>;
  let app: TestingModule;
  let database: DataSource;

  beforeAll(async () => {
    created = await createTestDatabase();
    await migrate(definition, created.url);
    app = await Test.createTestingModule({ imports: [databaseModule(definition, created.url, 2)] }).compile();
    await app.init();
    database = app.get(DataSource);
  });
  afterAll(async () => {
    await app?.close();
    await created?.drop();
  });

  const asB = <Result>(work: () => Promise<Result>): Promise<Result> => withinRequest(requestOfB, work);

  it('rejects a second connection inside a transaction, but not outside or after it', async () => {
    let end = (): void => undefined;
    const over = new Promise<void>((resolve) => (end = resolve));
    let afterwards: Promise<unknown> | undefined;
    await database.transaction(async (tx) => {
      await expect(tx.transaction((inner) => inner.query('select 1 as one'))).resolves.toEqual([{ one: 1 }]);
      await expect(database.query('select 1')).rejects.toThrow(/inside a transaction needs a second connection/);
      await expect(database.transaction(() => Promise.resolve())).rejects.toThrow(/second connection/);
      afterwards = over.then(() => database.query('select 2 as two'));
    });
    end();
    await expect(afterwards).resolves.toEqual([{ two: 2 }]);
    await expect(
      Promise.all([database.query('select 1 as one'), database.query('select 1 as one')]),
    ).resolves.toHaveLength(2);
  });

  it('shows a request only the rows of its account, with parameters and without', async () => {
    await expect(asB(() => database.query(texts))).resolves.toEqual([{ text: 'of b' }]);
    await expect(asB(() => database.query(byId, [1]))).resolves.toEqual([]);
    await expect(asB(() => database.query(byId, [2]))).resolves.toEqual([{ text: 'of b' }]);
  });

  it('prevents a request from writing rows of another account', async () => {
    await expect(asB(() => database.query(`insert into notes values ('acc_a', 3, 'by b')`))).rejects.toThrow(
      'row-level security',
    );
    await expect(asB(() => database.query(`update notes set text = 'by b' where id = $1`, [1]))).resolves.toEqual([
      [],
      0,
    ]);
    await expect(asB(() => database.query(`update notes set account_id = 'acc_a'`))).rejects.toThrow(
      'row-level security',
    );
    await expect(asB(() => database.query('delete from notes where id = 1'))).resolves.toEqual([[], 0]);
    await expect(database.query(texts)).resolves.toEqual([{ text: 'of a' }, { text: 'of b' }]);
  });

  it('applies to every statement of a transaction, and of nested ones', async () => {
    const seen = await asB(() =>
      database.transaction('REPEATABLE READ', async (tx) => [
        await tx.query(texts),
        await tx.query(byId, [1]),
        await tx.transaction((nested) => nested.query(texts)),
      ]),
    );
    expect(seen).toEqual([[{ text: 'of b' }], [], [{ text: 'of b' }]]);
  });

  it('ends with the transaction: the next user of the connection has its own account', async () => {
    await asB(() => database.transaction((tx) => tx.query(texts)));
    await asB(() => database.query(texts));
    await expect(asB(() => database.query('select nonsense'))).rejects.toThrow('nonsense');
    await expect(asB(() => database.query('select 1 / $1::int', [0]))).rejects.toThrow('division by zero');
    await expect(asB(() => database.transaction((tx) => tx.query('select nonsense')))).rejects.toThrow('nonsense');
    const everybody = [{ text: 'of a' }, { text: 'of b' }];
    for (let connection = 0; connection < 4; connection++)
      await expect(database.query(texts)).resolves.toEqual(everybody);
    await expect(withinRequest({ ...requestOfB, accountId: `acc_'a` }, () => database.query(texts))).resolves.toEqual(
      [],
    );
    await expect(
      withinRequest({ ...requestOfB, accountId: `acc_'a` }, () => database.transaction((tx) => tx.query(texts))),
    ).resolves.toEqual([]);
  });

  it('separates accounts that wait for the same connections', async () => {
    const accounts = Array.from({ length: 40 }, (_, index) => (index % 2 ? 'acc_a' : 'acc_b'));
    const seen = await Promise.all(
      accounts.map((accountId) =>
        withinRequest({ accountId, requestId: 'req' }, () => database.query('select account_id from notes')),
      ),
    );
    expect(seen).toEqual(accounts.map((account_id) => [{ account_id }]));
  });

  it('does not apply in withoutAccount()', async () => {
    const everybody = [{ text: 'of a' }, { text: 'of b' }];
    await expect(asB(() => withoutAccount(() => database.query(texts)))).resolves.toEqual(everybody);
    await expect(asB(async () => (await app.get(SystemPool).query(texts)).rows)).resolves.toEqual(everybody);
    await expect(withoutAccount(() => asB(() => database.query(texts)))).resolves.toEqual([{ text: 'of b' }]);
  });

  it('applies to named prepared statements', async () => {
    const statement = { name: 'texts', text: texts };
    const within = app.get(TenantPool);
    for (let repeated = 0; repeated < 8; repeated++)
      expect((await within.query('acc_b', statement)).rows).toEqual([{ text: 'of b' }]);
    expect((await app.get(SystemPool).query(texts)).rows).toHaveLength(2);
    const broken = { name: 'broken', text: 'select nonsense' };
    for (let repeated = 0; repeated < 2; repeated++)
      await expect(within.query('acc_b', broken)).rejects.toThrow('column "nonsense" does not exist');
  });

  it('the account is set explicitly by runInTransaction() outside of requests', async () => {
    const ofB = (manager: EntityManager): Promise<unknown> =>
      runInTransaction(manager, 'acc_b', (tx) => tx.query(texts));
    await expect(ofB(database.manager)).resolves.toEqual([{ text: 'of b' }]);
    await database.transaction(async (tx) => {
      await expect(ofB(tx)).resolves.toEqual([{ text: 'of b' }]);
      await expect(tx.query(texts)).resolves.toHaveLength(2);
    });
    await expect(database.query(texts)).resolves.toHaveLength(2);
  });

  it('is enabled while the table is in use, without blocking others for more than a second', async () => {
    const reader = database.createQueryRunner();
    const raising = database.createQueryRunner();
    try {
      await reader.startTransaction();
      await reader.query('select from notes');
      const query = jest.spyOn(raising, 'query');
      const raised = enableRowLevelSecurity(raising, ['notes'], 10);
      await waitFor(() => query.mock.calls.length > 1);
      await reader.commitTransaction();
      await raised;
    } finally {
      await reader.release();
      await raising.release();
    }
    await expect(asB(() => database.query(texts))).resolves.toEqual([{ text: 'of b' }]);
  });

  it('warns about a role that bypasses it, and about no other', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const start = async (url: string): Promise<void> => {
      const other = await Test.createTestingModule({ imports: [databaseModule(definition, url, 1)] }).compile();
      await other.init();
      await other.close();
    };
    await start(created.url);
    expect(warn).not.toHaveBeenCalled();
    await start(created.superuserUrl);
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('passes row-level security'));
    warn.mockRestore();
  });

  it('adds no round trip to a single statement', async () => {
    const pool = app.get(SystemPool);
    const clients = await Promise.all([pool.connect(), pool.connect()]);
    let trips = 0;
    for (const client of clients) client.connection.on('readyForQuery', () => trips++);
    for (const client of clients) client.release();
    await asB(() => database.query(byId, [1]));
    expect(trips).toBe(1);
    await asB(() => database.transaction((tx) => tx.query(byId, [1])));
    expect(trips).toBe(4);
  });
});
