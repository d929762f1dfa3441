import { Injectable } from '@nestjs/common';
import type { AnswerOf, CustomerResource, RequestOf, listCustomers } from '@postrider/contracts';
import { ServiceError, addressKey, asciiDomain } from '@postrider/contracts';
import { DataSource } from 'typeorm';
import type { CustomerEntity } from './customer.entity.js';
import { withNumberTexts } from '@postrider/numbers';

export const toCustomerResource = (customer: CustomerEntity): CustomerResource => ({
  object: 'customer',
  email: customer.email,
  data: withNumberTexts(customer.data, customer.numberTexts),
  created: Math.floor(customer.createdAt.getTime() / 1000),
  ...(customer.locale ? { locale: customer.locale } : {}),
});

type Query = RequestOf<typeof listCustomers>;

const defaultCount = 100;
/** Of what a page has as stored; the customer that passes it is the last of the page (docs/operate/limits-internal.md#between-services). */
const pageBytes = 2 * 1024 * 1024;

const domain = 'domain';
const address = 'email collate "C"';

/** What is listed: each an equality or a range of one of the indexes, in its order. */
interface Range {
  readonly column: string;
  readonly order: string;
  readonly after: string;
  readonly prefix: string;
}

const ofAddresses = { column: address, order: address, after: `${address} > $3::text collate "C"` };
const ofDomains = {
  column: domain,
  order: `${domain}, ${address}`,
  after: `(${domain}, ${address}) > (split_part($3::text, '@', 2) collate "C", $3::text collate "C")`,
};

/** A domain that is there in full is looked for as it is in the DNS. */
const rangeOf = (search: string): Range =>
  search.startsWith('@')
    ? { ...ofDomains, prefix: (asciiDomain(search.slice(1)) ?? search.slice(1)).toLowerCase() }
    : { ...ofAddresses, prefix: addressKey(search) };

/** The smallest text that is greater than all that begin with this one. Bytes of UTF-8 sort as code points do. */
const afterAll = (prefix: string): string => `${prefix}\u{10ffff}`;

const toCursor = (email: string): string => Buffer.from(email).toString('base64url');

function fromCursor(cursor: string): string {
  const email = Buffer.from(cursor, 'base64url').toString();
  if (toCursor(email) !== cursor || email.includes('\u0000'))
    throw ServiceError.invalidFields([{ field: 'cursor', message: 'must be a next_cursor of an earlier page' }]);
  return email;
}

@Injectable()
export class CustomerPagesRepository {
  constructor(private readonly database: DataSource) {}

  async page(accountId: string, query: Query): Promise<AnswerOf<typeof listCustomers>> {
    const { search = '', locale, count = defaultCount, cursor } = query;
    const { column, order, after, prefix } = rangeOf(search);
    const rows: (CustomerEntity & { readonly found: number })[] = await this.database.query(
      `select * from (
         select found.*, count(*) over ()::int as found, sum(bytes) over (order by place) - bytes as before from (
           select email, data, number_texts as "numberTexts", locale, created_at as "createdAt",
             octet_length(data::text) + octet_length(number_texts::text) as bytes, row_number() over (order by ${order}) as place
           from customers
           where account_id = $1 and ($2::text is null or locale = $2) and ($3::text is null or ${after})
             and ${column} >= $4::text collate "C" and ${column} < $5::text collate "C"
           order by ${order} limit $6
         ) as found
       ) as page
       where before < ${pageBytes} order by place`,
      [
        accountId,
        locale ?? null,
        cursor === undefined ? null : fromCursor(cursor),
        prefix,
        afterAll(prefix),
        count + 1,
      ],
    );
    const page = rows.slice(0, count);
    return {
      data: page.map(toCustomerResource),
      next_cursor: page.length > 0 && rows[0]!.found > page.length ? toCursor(page.at(-1)!.email) : null,
    };
  }
}
