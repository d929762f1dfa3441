import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Batcher } from '@postrider/concurrency';
import { SystemPool } from '@postrider/service';
import { findLosslessNumbers, withLosslessNumbers } from '@postrider/numbers';
import type { EntityManager } from 'typeorm';
import { DataSource, Repository } from 'typeorm';
import { DeletionsRepository } from '../deletions/deletions.repository.js';
import { CustomerEntity } from './customer.entity.js';
import type { ResponseInputOf, CustomerResource, RequestOf, listCustomers } from '@postrider/contracts';
import { ServiceError, addressKey, asciiDomain, toTimestamp } from '@postrider/contracts';

export const toCustomerResource = (customer: CustomerEntity): CustomerResource => ({
  object: 'customer',
  email: customer.email,
  data: withLosslessNumbers(customer.data, customer.numberTexts),
  created: toTimestamp(customer.createdAt),
  ...(customer.locale ? { locale: customer.locale } : {}),
});

type CustomerQuery = RequestOf<typeof listCustomers>;

const defaultCount = 100;
/**
 * Stored bytes per page. The customer that exceeds the limit is the last of its page
 * (docs/operate/limits-internal.md#between-services).
 */
const pageBytes = 2 * 1024 * 1024;

const domain = 'domain';
const address = 'email collate "C"';

/** A prefix search as a range of one of the indexes, in index order. */
interface Range {
  readonly column: string;
  readonly order: string;
  readonly after: string;
  readonly prefix: string;
}

const addressRange = { column: address, order: address, after: `${address} > $3::text collate "C"` };
const domainRange = {
  column: domain,
  order: `${domain}, ${address}`,
  after: `(${domain}, ${address}) > (split_part($3::text, '@', 2) collate "C", $3::text collate "C")`,
};

/** A complete domain is searched in its ASCII form. */
const toRange = (search: string): Range =>
  search.startsWith('@')
    ? { ...domainRange, prefix: (asciiDomain(search.slice(1)) ?? search.slice(1)).toLowerCase() }
    : { ...addressRange, prefix: addressKey(search) };

/** A text greater than all texts with this prefix. UTF-8 bytes sort like code points. */
const endOfPrefix = (prefix: string): string => `${prefix}\u{10ffff}`;

const toCursor = (email: string): string => Buffer.from(email).toString('base64url');

function fromCursor(cursor: string): string {
  const email = Buffer.from(cursor, 'base64url').toString();
  if (toCursor(email) !== cursor || email.includes('\u0000'))
    throw ServiceError.invalidField('cursor', 'must be a next_cursor of an earlier page');
  return email;
}

@Injectable()
export class CustomerPagesRepository {
  constructor(private readonly database: DataSource) {}

  async page(accountId: string, query: CustomerQuery): Promise<ResponseInputOf<typeof listCustomers>> {
    const { search = '', locale, count = defaultCount, cursor } = query;
    const { column, order, after, prefix } = toRange(search);
    const rows: (CustomerEntity & { readonly matches: number })[] = await this.database.query(
      `select * from (
         select found.*, count(*) over ()::int as matches, sum(bytes) over (order by place) - bytes as bytes_before from (
           select email, data, number_texts as "numberTexts", locale, created_at as "createdAt",
             octet_length(data::text) + octet_length(number_texts::text) as bytes, row_number() over (order by ${order}) as place
           from customers
           where account_id = $1 and ($2::text is null or locale = $2) and ($3::text is null or ${after})
             and ${column} >= $4::text collate "C" and ${column} < $5::text collate "C"
           order by ${order} limit $6
         ) as found
       ) as page
       where bytes_before < ${pageBytes} order by place`,
      [
        accountId,
        locale ?? null,
        cursor === undefined ? null : fromCursor(cursor),
        prefix,
        endOfPrefix(prefix),
        count + 1,
      ],
    );
    const page = rows.slice(0, count);
    return {
      data: page.map(toCustomerResource),
      next_cursor: page.length > 0 && rows[0]!.matches > page.length ? toCursor(page.at(-1)!.email) : null,
    };
  }
}

export interface NewCustomer {
  readonly accountId: string;
  readonly email: string;
  /** Unix seconds. */
  readonly created: number;
}

type Address = Omit<NewCustomer, 'created'>;

const batchLimits = { batch: 200, concurrent: 2 };

/** Number texts of replaced attributes are removed. */
const mergedNumberTexts =
  '(customers.number_texts - array(select jsonb_object_keys(excluded.data))) || excluded.number_texts';

@Injectable()
export class CustomersRepository {
  private readonly lookups = new Batcher<Address, { locale: string | null } | undefined>(
    (addresses) => this.findLocales(addresses),
    batchLimits,
  );
  private readonly additions = new Batcher<NewCustomer, undefined>(async (customers) => {
    await this.addMissing(this.systemPool, customers);
    return [];
  }, batchLimits);

  constructor(
    @InjectRepository(CustomerEntity) private readonly customers: Repository<CustomerEntity>,
    private readonly systemPool: SystemPool,
    private readonly deletions: DeletionsRepository,
  ) {}

  find(accountId: string, email: string): Promise<CustomerEntity | null> {
    return this.customers.findOneBy({ accountId, email });
  }

  /**
   * Replaces and adds attributes, removes none (docs/reference/customers.md). Returns false, with nothing changed, when
   * the merged data would exceed `maxBytes`.
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
       set data = customers.data || excluded.data, number_texts = ${mergedNumberTexts},
           locale = coalesce(excluded.locale, customers.locale), modified_at = now()
       where octet_length((customers.data || excluded.data)::text) <= greatest($5, octet_length(customers.data::text))
         and octet_length((${mergedNumberTexts})::text) <= greatest($5::int * 2, octet_length(customers.number_texts::text))
       returning 1`,
      [accountId, email, JSON.stringify(data), locale, maxBytes, JSON.stringify(findLosslessNumbers(data) ?? {})],
    );
    return merged.length > 0;
  }

  /** Undefined when the customer does not exist. Concurrent lookups share a statement. */
  lookUp(accountId: string, email: string): Promise<{ readonly locale: string | null } | undefined> {
    return this.lookups.add({ accountId, email });
  }

  /** Creates the customer if it is missing and returns its locale. Writes nothing for an existing customer. */
  async ensure(accountId: string, email: string): Promise<string | null> {
    const found = await this.lookUp(accountId, email);
    if (!found) await this.additions.add({ accountId, email, created: Math.floor(Date.now() / 1000) });
    return found?.locale ?? null;
  }

  /** Creates the recipients of earlier emails, except those who were deleted since. */
  async insertMissing(tx: EntityManager, customers: readonly NewCustomer[]): Promise<void> {
    const missing = await this.deletions.withoutDeleted(tx, customers);
    if (missing.length > 0) await this.addMissing(tx, missing);
  }

  private async addMissing(
    connection: { query(sql: string, values: unknown[]): Promise<unknown> },
    customers: readonly NewCustomer[],
  ): Promise<void> {
    await connection.query(
      `insert into customers (account_id, email, created_at)
       select account_id, email, to_timestamp(min(created)) from unnest($1::text[], $2::text[], $3::bigint[]) as recipients (account_id, email, created)
       group by account_id, email order by account_id, email
       on conflict do nothing`,
      [
        customers.map((customer) => customer.accountId),
        customers.map((customer) => customer.email),
        customers.map((customer) => customer.created),
      ],
    );
  }

  /** Stores the deletion in the same transaction, so that events of earlier emails do not create the customer again. */
  async delete(tx: EntityManager, accountId: string, email: string): Promise<void> {
    await this.deletions.add(tx, { accountId, email });
    await tx.getRepository(CustomerEntity).delete({ accountId, email });
  }

  private async findLocales(addresses: readonly Address[]): Promise<({ locale: string | null } | undefined)[]> {
    const { rows } = await this.systemPool.query<{ position: number; locale: string | null }>({
      name: 'locales-of-customers',
      text: `select input.position::int as position, known.locale from unnest($1::text[], $2::text[]) with ordinality as input (account_id, email, position)
             cross join lateral (select locale from customers where account_id = input.account_id and email = input.email limit 1) as known`,
      values: [addresses.map(({ accountId }) => accountId), addresses.map(({ email }) => email)],
    });
    const known = new Map(rows.map((row) => [row.position, row]));
    return addresses.map((_address, index) => known.get(index + 1));
  }
}
