import { Injectable } from '@nestjs/common';
import type { AnswerOf, listConversions } from '@postrider/contracts';
import { DataSource } from 'typeorm';

const perPage = 1_000;

@Injectable()
export class ConversionsRepository {
  constructor(private readonly database: DataSource) {}

  /** Records it if the customer exists, and answers whether it does. One that is being deleted is waited for, and then does not. */
  async record(accountId: string, email: string, revenue: number | null, timestamp: number | null): Promise<boolean> {
    const rows: unknown[] = await this.database.query(
      `insert into conversions (account_id, email, revenue, converted_at)
       select account_id, email, $3::bigint, coalesce(to_timestamp($4::bigint), now()) from customers where account_id = $1 and email = $2
       for key share
       returning id`,
      [accountId, email, revenue, timestamp],
    );
    return rows.length > 0;
  }

  async list(accountId: string, email: string, after: string): Promise<AnswerOf<typeof listConversions>> {
    const rows: { id: string; revenue: string | null; converted: number }[] = await this.database.query(
      `select id, revenue, extract(epoch from converted_at)::float8 as converted from conversions
       where account_id = $1 and email = $2 and id > $3::bigint order by id limit $4`,
      [accountId, email, after, perPage],
    );
    return {
      items: rows.map(({ revenue, converted }) => ({
        object: 'conversion',
        ...(revenue === null ? {} : { revenue: Number(revenue) }),
        converted: Math.floor(converted),
      })),
      ...(rows.length === perPage ? { next: rows.at(-1)!.id } : {}),
    };
  }
}
