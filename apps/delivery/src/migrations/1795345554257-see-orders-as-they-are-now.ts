import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SeeOrdersAsTheyAreNow1795345554257 implements MigrationInterface {
  readonly name = 'SeeOrdersAsTheyAreNow1795345554257';

  /** A volatile function in PL/pgSQL sees what was committed before its own statement, and not only what was before the one that calls it. */
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `create function drip_orders_now(account_ids text[], ids text[]) returns setof drip_orders language plpgsql volatile as $$
       begin
         return query select * from drip_orders as now
           where (now.account_id, now.id) in (select * from unnest(account_ids, ids)) and now.state <> 'running';
       end $$`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop function drip_orders_now(text[], text[])');
  }
}
