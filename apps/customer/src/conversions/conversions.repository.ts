import { Injectable } from '@nestjs/common';
import type { ResponseInputOf, listConversions } from '@postrider/contracts';
import type { OutboxRow } from '@postrider/outbox';
import { DataSource } from 'typeorm';

export interface NewConversion {
  readonly email: string;
  /** Cents. */
  readonly revenue: number | undefined;
  /** Unix milliseconds. */
  readonly atMs: number;
}

const perPage = 1_000;

@Injectable()
export class ConversionsRepository {
  constructor(private readonly database: DataSource) {}

  /**
   * Records the conversion and its event if the customer exists; returns whether it does. Waits for a concurrent
   * deletion.
   */
  async record(accountId: string, { email, revenue, atMs }: NewConversion, event: OutboxRow): Promise<boolean> {
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
        event.event_id,
        event.topic,
        event.request_id,
        event.traceparent,
        event.payload,
      ],
    )) as [{ recorded: boolean }];
    return recorded;
  }

  async list(accountId: string, email: string, after: string): Promise<ResponseInputOf<typeof listConversions>> {
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
