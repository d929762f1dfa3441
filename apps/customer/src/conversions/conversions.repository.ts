import { Injectable } from '@nestjs/common';
import type { OutboxRow } from '@postrider/outbox';
import { DataSource } from 'typeorm';

export interface NewConversion {
  readonly email: string;
  /** Cents. */
  readonly revenue: number | undefined;
  /** Unix milliseconds. */
  readonly atMs: number;
}

@Injectable()
export class ConversionsRepository {
  constructor(private readonly database: DataSource) {}

  /**
   * Records and says it if the customer exists, and answers whether it does. One that is being deleted is waited for, and then does not.
   */
  async record(accountId: string, { email, revenue, atMs }: NewConversion, said: OutboxRow): Promise<boolean> {
    const [{ recorded }] = (await this.database.query(
      `with inserted as (
         insert into conversions (account_id, email, revenue, converted_at)
         select account_id, email, $3::bigint, to_timestamp($4::float8 / 1000) from customers where account_id = $1 and email = $2
         for key share
         returning id
       ), published as (
         insert into outbox (event_id, topic, account_id, request_id, traceparent, payload)
         select $5, $6, $1, $7, $8, $9::jsonb from inserted
       )
       select exists (select from inserted) as recorded`,
      [
        accountId,
        email,
        revenue ?? null,
        atMs,
        said.event_id,
        said.topic,
        said.request_id,
        said.traceparent,
        said.payload,
      ],
    )) as [{ recorded: boolean }];
    return recorded;
  }
}
