import { raiseWall } from '@postrider/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const counts = [
  'sent',
  ...['delivered', 'opened', 'clicked', 'bounced', 'complaints', 'unsubscribes', 'conversions'].flatMap((each) => [
    each,
    `${each}_total`,
  ]),
  'revenue',
];
const key = 'account_id, period, tag, begins_at, part';
const each = (value: (count: string) => string): string => counts.map(value).join(', ');
const sums = each((count) => `sum(${count})`);
const put = (source: string): string =>
  `insert into figure_sums (${key}, ${counts.join(', ')})
   select ${key}, ${sums} from (${source}) as changed group by ${key} order by ${key}
   on conflict (${key}) do update set ${each((count) => `${count} = figure_sums.${count} + excluded.${count}`)}`;
const added = `select ${key}, ${counts.join(', ')} from added`;
const removed = `select ${key}, ${each((count) => `-${count} as ${count}`)} from removed`;

const triggers = {
  insert: { tables: 'new table as added', source: added },
  update: { tables: 'old table as removed new table as added', source: `${removed} union all ${added}` },
  delete: { tables: 'old table as removed', source: removed },
};

/**
 * Figures over all templates, versions and ESP accounts, a row instead of hundreds: what is asked most often. Triggers, so that they are right
 * whoever writes figures: also the version before, and a rebuild (docs/adr/0027-sums-of-figures.md).
 */
export class SumFigures1795401396672 implements MigrationInterface {
  readonly name = 'SumFigures1795401396672';
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `create table if not exists figure_sums (
         account_id text not null,
         period text not null,
         tag text not null,
         begins_at timestamptz not null,
         part smallint not null,
         ${each((count) => `${count} bigint not null default 0`)},
         primary key (${key})
       ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05)`,
    );
    await queryRunner.query(
      `create index if not exists figure_sums_of_hours on figure_sums (begins_at) where period = 'hour'`,
    );
    await raiseWall(queryRunner, ['figure_sums']);
    // One transaction: from its first trigger on, whoever writes figures waits until the sums are those of what is there.
    await queryRunner.query(
      [
        ...Object.entries(triggers).flatMap(([event, { tables, source }]) => [
          `create or replace function sum_figures_${event}() returns trigger language plpgsql set search_path from current
           as 'begin ${put(source)}; return null; end'`,
          `create or replace trigger sum_figures_${event} after ${event} on figures referencing ${tables}
           for each statement execute function sum_figures_${event}()`,
        ]),
        'truncate figure_sums',
        put('select * from figures'),
      ].join(';\n'),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const event of Object.keys(triggers)) {
      await queryRunner.query(`drop trigger sum_figures_${event} on figures`);
      await queryRunner.query(`drop function sum_figures_${event}`);
    }
    await queryRunner.query('drop table figure_sums');
  }
}
