import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager } from 'typeorm';
import { Repository } from 'typeorm';
import { CustomerEntity } from './customer.entity.js';

export interface NewCustomer {
  readonly accountId: string;
  readonly email: string;
  /** Unix seconds. */
  readonly created: number;
}

@Injectable()
export class CustomersRepository {
  constructor(@InjectRepository(CustomerEntity) private readonly customers: Repository<CustomerEntity>) {}

  find(accountId: string, email: string): Promise<CustomerEntity | null> {
    return this.customers.findOneBy({ accountId, email });
  }

  /** Existing attributes are replaced, new ones added, none removed (SPEC.md section 4, Customers). */
  async merge(accountId: string, email: string, data: Record<string, unknown>, locale: string | null): Promise<void> {
    await this.customers.query(
      `insert into customers (account_id, email, data, locale) values ($1, $2, $3::jsonb, $4)
       on conflict (account_id, email) do update
       set data = customers.data || excluded.data, locale = coalesce(excluded.locale, customers.locale), modified_at = now()`,
      [accountId, email, JSON.stringify(data), locale],
    );
  }

  /** Makes the customer where it is missing and answers its locale; writes nothing where it is there. */
  async ensure(accountId: string, email: string): Promise<string | null> {
    const [found]: { locale: string | null }[] = await this.customers.query('select locale from customers where account_id = $1 and email = $2', [accountId, email]);
    if (found) return found.locale;
    await this.customers.query('insert into customers (account_id, email) values ($1, $2) on conflict do nothing', [accountId, email]);
    return null;
  }

  async addMissing(tx: EntityManager, customers: readonly NewCustomer[]): Promise<void> {
    await tx.query(
      `insert into customers (account_id, email, created_at)
       select account_id, email, to_timestamp(min(created)) from unnest($1::text[], $2::text[], $3::bigint[]) as sent (account_id, email, created)
       group by account_id, email order by account_id, email
       on conflict do nothing`,
      [customers.map((customer) => customer.accountId), customers.map((customer) => customer.email), customers.map((customer) => customer.created)],
    );
  }

  async delete(accountId: string, email: string): Promise<void> {
    await this.customers.delete({ accountId, email });
  }
}
