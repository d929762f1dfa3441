import { SystemPool, RetentionTask } from '@postrider/service';
import { templateRetention } from '../template.module.js';
import { ModuleUnderTest } from '../testing/module-under-test.js';
import { ArtifactsModule } from './artifacts.module.js';
import { UnusedArtifacts } from './artifacts.repository.js';

const perStatement = 1_000;
const backlog = 2 * perStatement + 500;

describe('the retention of artifacts', () => {
  let service: ModuleUnderTest;
  beforeAll(async () => {
    service = await ModuleUnderTest.start(ArtifactsModule);
    // Records the number of rows that each statement changed.
    for (const statement of [
      'create table statements (kind text, rows int)',
      `create function note_statement() returns trigger language plpgsql as $$
       begin insert into statements select tg_op, count(*) from touched; return null; end $$`,
      `create trigger note_updates after update on artifacts referencing new table as touched for each statement execute function note_statement()`,
      `create trigger note_deletes after delete on artifacts referencing old table as touched for each statement execute function note_statement()`,
    ])
      await service.sql.query(statement);
  }, 60_000);
  afterAll(() => service.stop(), 60_000);

  beforeEach(async () => {
    await service.sql.query('truncate artifacts, templates, statements cascade');
    await service.sql.query(
      `insert into artifacts (account_id, id, content) select 'acc_' || number % 3, 'art_' || number, '{}' from generate_series(1, $1::int) as number`,
      [backlog],
    );
    for (const statement of [
      `insert into artifacts (account_id, id, content) values ('acc_1', 'art_used', '{}')`,
      `insert into templates (account_id, id, name) values ('acc_1', 'tem_1', 'Receipt')`,
      `insert into locales (account_id, template_id, locale, is_default) values ('acc_1', 'tem_1', 'en-US', true)`,
      `insert into versions (account_id, id, template_id, locale, name, subject, artifact_id)
       values ('acc_1', 'ver_1', 'tem_1', 'en-US', 'Receipt', 'S', 'art_used')`,
    ])
      await service.sql.query(statement);
  });

  const runRetention = async (): Promise<void> => {
    await new RetentionTask(service.module.get(SystemPool), templateRetention).run();
    await service.module.get(UnusedArtifacts).run();
  };
  const count = async (condition: string): Promise<number> => {
    const [{ rows }] = await service.sql.query<[{ rows: number }]>(
      `select count(*)::int as rows from artifacts where ${condition}`,
    );
    return rows;
  };
  const rowsPerStatement = async (kind: string): Promise<number[]> => {
    const statements: { rows: number }[] = await service.sql.query(
      'select rows from statements where kind = $1 and rows > 0 order by rows desc',
      [kind],
    );
    return statements.map(({ rows }) => rows);
  };
  const age = async (days: number): Promise<void> => {
    await service.sql.query('update artifacts set unused_since = unused_since - make_interval(days => $1)', [days]);
    await service.sql.query('truncate statements');
  };

  it('marks all unused artifacts, a bounded number per statement', async () => {
    await runRetention();
    expect(await count('unused_since is not null')).toBe(backlog);
    expect(await count(`id = 'art_used' and unused_since is null`)).toBe(1);
    const rows = await rowsPerStatement('UPDATE');
    expect(Math.max(...rows)).toBeLessThanOrEqual(perStatement);
    expect(rows.reduce((sum, each) => sum + each)).toBe(backlog);
  });

  it('deletes a backlog in one round, a bounded number per statement', async () => {
    await runRetention();
    await age(401);
    await runRetention();
    expect(await count('true')).toBe(1);
    expect(await rowsPerStatement('DELETE')).toEqual([perStatement, perStatement, 500]);
  });

  it('marks and deletes nothing twice', async () => {
    await runRetention();
    const marked: unknown[] = await service.sql.query('select id, unused_since from artifacts order by id');
    await age(0);
    await runRetention();
    expect(await service.sql.query('select id, unused_since from artifacts order by id')).toEqual(marked);
    expect(await rowsPerStatement('UPDATE')).toEqual([]);
    expect(await rowsPerStatement('DELETE')).toEqual([]);
  });

  it('skips rows that another process is deleting', async () => {
    await runRetention();
    await age(401);
    const other = service.sql.createQueryRunner();
    await other.startTransaction();
    await other.query(`select 1 from artifacts where account_id = 'acc_0' for update`);
    await runRetention();
    expect(await count(`account_id <> 'acc_0'`)).toBe(1);
    expect(await count(`account_id = 'acc_0'`)).toBe(Math.floor(backlog / 3));
    await other.rollbackTransaction();
    await other.release();
    await runRetention();
    expect(await count('true')).toBe(1);
  });
});
