import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Byte by byte, whatever the collation of the database: what an address begins with is one range then. */
const indexes = {
  customers_by_address: '(account_id, email collate "C")',
  customers_by_domain: `(account_id, (split_part(email, '@', 2)) collate "C", email collate "C")`,
  // Most customers have no locale: they pay for neither.
  customers_of_locale_by_address: '(account_id, locale, email collate "C") where locale is not null',
  customers_of_locale_by_domain: `(account_id, locale, (split_part(email, '@', 2)) collate "C", email collate "C") where locale is not null`,
};

/**
 * Each by itself: customers are read meanwhile, and new ones wait for one index at a time. Not concurrently, because replicas that wait for their turn to
 * migrate would be waited for.
 */
export class FindCustomers1795353444063 implements MigrationInterface {
  readonly name = 'FindCustomers1795353444063';
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [name, columns] of Object.entries(indexes))
      await queryRunner.query(`create index if not exists ${name} on customers ${columns}`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const name of Object.keys(indexes)) await queryRunner.query(`drop index ${name}`);
  }
}
