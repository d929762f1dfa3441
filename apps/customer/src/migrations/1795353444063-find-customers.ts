import { createIndex } from '@postrider/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Byte by byte, whatever the collation of the database: what an address begins with is one range then. */
const indexes = {
  customers_by_address: '(account_id, email collate "C")',
  customers_by_domain: '(account_id, domain, email collate "C")',
  // Most customers have no locale: they pay for neither.
  customers_of_locale_by_address: '(account_id, locale, email collate "C") where locale is not null',
  customers_of_locale_by_domain: '(account_id, locale, domain, email collate "C") where locale is not null',
};

/**
 * A column for the domain, because what is computed is no index condition behind the wall between accounts (docs/adr/0016-row-level-security.md); a
 * trigger, so that the version before fills it too.
 */
export class FindCustomers1795353444063 implements MigrationInterface {
  readonly name = 'FindCustomers1795353444063';
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `alter table customers add column if not exists domain text collate "C" not null default ''`,
    );
    await queryRunner.query(
      `create or replace function domain_of_customer() returns trigger language plpgsql as
       'begin new.domain := split_part(new.email, ''@'', 2); return new; end'`,
    );
    await queryRunner.query('drop trigger if exists domain_of_customer on customers');
    await queryRunner.query(
      'create trigger domain_of_customer before insert on customers for each row execute function domain_of_customer()',
    );
    await queryRunner.query(`update customers set domain = split_part(email, '@', 2) where domain = ''`);
    for (const [name, columns] of Object.entries(indexes)) await createIndex(queryRunner, name, 'customers', columns);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const name of Object.keys(indexes)) await queryRunner.query(`drop index ${name}`);
    await queryRunner.query('drop trigger domain_of_customer on customers');
    await queryRunner.query('drop function domain_of_customer');
    await queryRunner.query('alter table customers drop column domain');
  }
}
