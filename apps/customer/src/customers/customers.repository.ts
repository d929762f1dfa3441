import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Batcher } from '@postrider/concurrency';
import { SystemPool } from '@postrider/service';
import { numberTextsOf } from '@postrider/numbers';
import type { EntityManager } from 'typeorm';
import { Repository } from 'typeorm';
import { DeletionsRepository } from '../deletions/deletions.repository.js';
import { CustomerEntity } from './customer.entity.js';

export interface NewCustomer {
  readonly accountId: string;
  readonly email: string;
  /** Unix seconds. */
  readonly created: number;
}

type Address = Omit<NewCustomer, 'created'>;

const limits = { batch: 200, concurrent: 2 };

/** Of an attribute that is replaced nothing stays. */
const mergedTexts =
  '(customers.number_texts - array(select jsonb_object_keys(excluded.data))) || excluded.number_texts';

@Injectable()
export class CustomersRepository {
  private readonly lookups = new Batcher<Address, { locale: string | null } | undefined>(
    (addresses) => this.localesOf(addresses),
    limits,
  );
  private readonly additions = new Batcher<NewCustomer, undefined>(async (customers) => {
    await this.addMissing(this.systemPool, customers);
    return [];
  }, limits);

  constructor(
    @InjectRepository(CustomerEntity) private readonly customers: Repository<CustomerEntity>,
    private readonly systemPool: SystemPool,
    private readonly deletions: DeletionsRepository,
  ) {}

  find(accountId: string, email: string): Promise<CustomerEntity | null> {
    return this.customers.findOneBy({ accountId, email });
  }

  /**
   * Existing attributes are replaced, new ones added, none removed (docs/api.md#customers). False, with nothing changed, where all of them
   * together would grow beyond `maxBytes`.
   */
  async merge(
    accountId: string,
    email: string,
    data: Record<string, unknown>,
    locale: string | null,
    maxBytes: number,
  ): Promise<boolean> {
    const merged: unknown[] = await this.customers.query(
      `insert into customers (account_id, email, data, locale, number_texts) values ($1, $2, $3::jsonb, $4, $6::jsonb)
       on conflict (account_id, email) do update
       set data = customers.data || excluded.data, number_texts = ${mergedTexts},
           locale = coalesce(excluded.locale, customers.locale), modified_at = now()
       where octet_length((customers.data || excluded.data)::text) <= greatest($5, octet_length(customers.data::text))
         and octet_length((${mergedTexts})::text) <= greatest($5::int * 2, octet_length(customers.number_texts::text))
       returning 1`,
      [accountId, email, JSON.stringify(data), locale, maxBytes, JSON.stringify(numberTextsOf(data) ?? {})],
    );
    return merged.length > 0;
  }

  /** Undefined where there is no such customer. Concurrent sends share a statement. */
  lookUp(accountId: string, email: string): Promise<{ readonly locale: string | null } | undefined> {
    return this.lookups.add({ accountId, email });
  }

  /** Makes the customer where it is missing and answers its locale; writes nothing where it is there. */
  async ensure(accountId: string, email: string): Promise<string | null> {
    const found = await this.lookUp(accountId, email);
    if (!found) await this.additions.add({ accountId, email, created: Math.floor(Date.now() / 1000) });
    return found?.locale ?? null;
  }

  /** Of mails that were sent some time ago: not those who were deleted since. */
  async catchUp(tx: EntityManager, customers: readonly NewCustomer[]): Promise<void> {
    const missing = await this.deletions.notDeleted(tx, customers);
    if (missing.length > 0) await this.addMissing(tx, missing);
  }

  private async addMissing(
    connection: { query(sql: string, values: unknown[]): Promise<unknown> },
    customers: readonly NewCustomer[],
  ): Promise<void> {
    await connection.query(
      `insert into customers (account_id, email, created_at)
       select account_id, email, to_timestamp(min(created)) from unnest($1::text[], $2::text[], $3::bigint[]) as sent (account_id, email, created)
       group by account_id, email order by account_id, email
       on conflict do nothing`,
      [
        customers.map((customer) => customer.accountId),
        customers.map((customer) => customer.email),
        customers.map((customer) => customer.created),
      ],
    );
  }

  /** In one transaction with what says so: events of mails that were sent before make nobody anew. */
  async delete(tx: EntityManager, accountId: string, email: string): Promise<void> {
    await this.deletions.add(tx, { accountId, email });
    await tx.getRepository(CustomerEntity).delete({ accountId, email });
  }

  private async localesOf(addresses: readonly Address[]): Promise<({ locale: string | null } | undefined)[]> {
    const { rows } = await this.systemPool.query<{ place: number; locale: string | null }>({
      name: 'locales-of-customers',
      text: `select asked.place::int, known.locale from unnest($1::text[], $2::text[]) with ordinality as asked (account_id, email, place)
             cross join lateral (select locale from customers where account_id = asked.account_id and email = asked.email limit 1) as known`,
      values: [addresses.map(({ accountId }) => accountId), addresses.map(({ email }) => email)],
    });
    const known = new Map(rows.map((row) => [row.place, row]));
    return addresses.map((_address, index) => known.get(index + 1));
  }
}
