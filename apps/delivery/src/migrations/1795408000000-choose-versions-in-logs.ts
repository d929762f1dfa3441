import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The subquery is asked for the mails of campaigns alone; `offset 0` keeps it from becoming a join, which every claim would pay for. */
const view = `
create view messages_as_sent with (security_invoker = true) as
select messages.account_id, messages.id, coalesce(chosen ->> 'artifact_id', messages.artifact_id) as artifact_id, messages.template_id, messages.esp_account_id,
       case when chosen is null then messages.content else messages.content || (chosen - 'artifact_id') end as content, messages.address_hashes
from messages cross join lateral (
  select case when messages.artifact_id = '' then (
    select logs.chosen from logs where logs.account_id = messages.account_id and logs.id = messages.id
  ) end as chosen offset 0
) as choice`;

export class ChooseVersionsInLogs1795408000000 implements MigrationInterface {
  readonly name = 'ChooseVersionsInLogs1795408000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table logs add column chosen jsonb');
    await queryRunner.query(view);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop view messages_as_sent');
    await queryRunner.query(`
      update messages set artifact_id = chosen ->> 'artifact_id', content = content || (chosen - 'artifact_id')
      from logs where logs.account_id = messages.account_id and logs.id = messages.id and chosen is not null`);
    await queryRunner.query('alter table logs drop column chosen');
  }
}
