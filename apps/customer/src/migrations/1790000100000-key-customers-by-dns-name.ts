import { addressKey } from '@postrider/contracts';
import type { MigrationInterface, QueryRunner } from 'typeorm';

interface Keyed {
  readonly account_id: string;
  readonly email: string;
}

/** Addresses with an internationalised domain get the key that they have as punycode; who was there under both becomes one. */
export class KeyCustomersByDnsName1790000100000 implements MigrationInterface {
  readonly name = 'KeyCustomersByDnsName1790000100000';

  async up(queryRunner: QueryRunner): Promise<void> {
    const customers = (await queryRunner.query(
      'select account_id, email from customers where octet_length(email) <> char_length(email) order by account_id, email',
    )) as Keyed[];
    for (const { account_id, email } of customers) {
      const key = addressKey(email);
      if (key === email) continue;
      await queryRunner.query(
        `insert into customers (account_id, email, data, locale, created_at, modified_at)
         select account_id, $3, data, locale, created_at, modified_at from customers where account_id = $1 and email = $2
         on conflict (account_id, email) do update
         set data = case when excluded.modified_at > customers.modified_at then customers.data || excluded.data else excluded.data || customers.data end,
             locale = case when excluded.modified_at > customers.modified_at then coalesce(excluded.locale, customers.locale) else coalesce(customers.locale, excluded.locale) end,
             created_at = least(customers.created_at, excluded.created_at),
             modified_at = greatest(customers.modified_at, excluded.modified_at)`,
        [account_id, email, key],
      );
      await queryRunner.query('update conversions set email = $3 where account_id = $1 and email = $2', [
        account_id,
        email,
        key,
      ]);
      await queryRunner.query('delete from customers where account_id = $1 and email = $2', [account_id, email]);
    }
  }

  /** The former spelling is not kept. */
  async down(): Promise<void> {}
}
