import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

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
}
