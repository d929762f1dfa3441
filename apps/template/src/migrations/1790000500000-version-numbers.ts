import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Numbers, authors and notes of versions. */
export class VersionNumbers1790000500000 implements MigrationInterface {
  readonly name = 'VersionNumbers1790000500000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table locales add column last_number integer not null default 0;
      alter table versions add column number integer, add column note text, add column created_by text;

      create function number_version() returns trigger language plpgsql set search_path from current as $$
      declare last integer;
      begin
        update locales set last_number = greatest(last_number, coalesce(new.number, last_number + 1))
        where account_id = new.account_id and template_id = new.template_id and locale = new.locale
        returning last_number into last;
        new.number := coalesce(new.number, last);
        return new;
      end $$;
      create trigger number_version before insert on versions for each row execute function number_version();

      update versions set number = counted.number
      from (
        select account_id, id, row_number() over (partition by account_id, template_id, locale order by created_at, id) as number
        from versions
      ) as counted
      where versions.account_id = counted.account_id and versions.id = counted.id;
      update locales set last_number = counted.last_number
      from (select account_id, template_id, locale, max(number) as last_number from versions group by 1, 2, 3) as counted
      where (locales.account_id, locales.template_id, locales.locale) = (counted.account_id, counted.template_id, counted.locale);
      alter table versions alter column number set not null,
        add constraint versions_number unique (account_id, template_id, locale, number)
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop trigger number_version on versions;
      drop function number_version;
      alter table versions drop column number, drop column note, drop column created_by;
      alter table locales drop column last_number
    `);
  }
}
