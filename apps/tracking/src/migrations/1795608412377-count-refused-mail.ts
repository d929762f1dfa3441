import type { MigrationInterface, QueryRunner } from 'typeorm';

const counts = [
  'sent',
  'refused',
  ...['delivered', 'opened', 'clicked', 'bounced', 'complaints', 'unsubscribes', 'conversions'].flatMap((each) => [
    each,
    `${each}_total`,
  ]),
  'revenue',
];
const key = 'account_id, period, tag, begins_at, part';
const each = (of: readonly string[], value: (count: string) => string): string => of.map(value).join(', ');
const put = (of: readonly string[], source: string): string =>
  `insert into figure_sums (${key}, ${of.join(', ')})
   select ${key}, ${each(of, (count) => `sum(${count})`)} from (${source}) as changed group by ${key} order by ${key}
   on conflict (${key}) do update set ${each(of, (count) => `${count} = figure_sums.${count} + excluded.${count}`)}`;
const functions = (of: readonly string[]): string[] => {
  const added = `select ${key}, ${of.join(', ')} from added`;
  const removed = `select ${key}, ${each(of, (count) => `-${count} as ${count}`)} from removed`;
  return Object.entries({ insert: added, update: `${removed} union all ${added}`, delete: removed }).map(
    ([event, source]) =>
      `create or replace function sum_figures_${event}() returns trigger language plpgsql set search_path from current
       as 'begin ${put(of, source)}; return null; end'`,
  );
};

/** Mail that a mail server refused at once. The columns take it from the bounces of mail that ended so: its part is 1. */
export class CountRefusedMail1795608412377 implements MigrationInterface {
  readonly name = 'CountRefusedMail1795608412377';

  async up(queryRunner: QueryRunner): Promise<void> {
    // In the order in which tracking locks them, so that neither waits for the other.
    for (const table of ['figure_days', 'figure_sums', 'figures'])
      await queryRunner.query(`lock table ${table} in exclusive mode`);
    for (const table of ['figures', 'figure_sums'])
      await queryRunner.query(`alter table ${table} add column if not exists refused bigint not null default 0`);
    for (const statement of functions(counts)) await queryRunner.query(statement);
    await queryRunner.query('update figures set refused = bounced where part = 1 and bounced <> refused');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of functions(counts.filter((count) => count !== 'refused')))
      await queryRunner.query(statement);
    for (const table of ['figures', 'figure_sums']) await queryRunner.query(`alter table ${table} drop column refused`);
  }
}
