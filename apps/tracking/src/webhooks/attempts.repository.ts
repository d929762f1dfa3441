import { Injectable } from '@nestjs/common';
import type { ResponseInputOf, listWebhookAttempts, RequestOf, WebhookAttemptResource } from '@postrider/contracts';
import { DataSource } from 'typeorm';

interface Row extends Omit<WebhookAttemptResource, 'object' | 'status' | 'next'> {
  readonly id: string;
  readonly status: number | null;
  readonly next: number | null;
}

const defaultCount = 100;

/** Delivery attempts of a webhook, as API resources. */
@Injectable()
export class AttemptsRepository {
  constructor(private readonly database: DataSource) {}

  /** Newest first. */
  async page(
    accountId: string,
    { webhook_id, event_id, count = defaultCount, cursor }: RequestOf<typeof listWebhookAttempts>,
  ): Promise<ResponseInputOf<typeof listWebhookAttempts>> {
    const found: Row[] = await this.database.query(
      `select id, floor(extract(epoch from created_at))::float8 as created, event_id, type, attempt, outcome, status, message, answer, milliseconds,
         floor(extract(epoch from next_at))::float8 as next
       from webhook_attempts
       where account_id = $1 and webhook_id = $2 and ($3::text is null or event_id = $3) and ($4::bigint is null or id < $4)
       order by id desc limit $5`,
      [accountId, webhook_id, event_id ?? null, cursor ?? null, count + 1],
    );
    const page = found.slice(0, count);
    return { data: page.map(toResource), next_cursor: found.length > count ? page.at(-1)!.id : null };
  }
}

const toResource = ({ id: _id, status, next, ...row }: Row): WebhookAttemptResource => ({
  object: 'webhook_attempt',
  ...row,
  ...(status === null ? {} : { status }),
  ...(next === null ? {} : { next }),
});
