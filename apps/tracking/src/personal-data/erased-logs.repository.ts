import { Injectable } from '@nestjs/common';
import { erasedText } from '@postrider/contracts';
import type { EntityManager } from 'typeorm';

export interface ErasedLogs {
  readonly accountId: string;
  readonly pseudonym: string;
  readonly logIds: readonly string[];
}

/** What is stored about mails to somebody who was erased, without what says by whom it was done. */
@Injectable()
export class ErasedLogsRepository {
  async erase(tx: EntityManager, { accountId, pseudonym, logIds }: ErasedLogs): Promise<void> {
    for (const table of ['arrivals', 'engagements'])
      await tx.query(
        `update ${table} set user_agent = null, url = null
         where account_id = $1 and log_id = any($2::text[]) and (user_agent is not null or url is not null)`,
        [accountId, logIds],
      );
    // What webhooks were told, and may be told again.
    await tx.query(
      `update webhook_events set body = json_build_object(
         'type', body::json -> 'type', 'timestamp', body::json -> 'timestamp',
         'data', (body::jsonb -> 'data') - '{url,user_agent}'::text[] || jsonb_build_object('recipient', jsonb_build_object('address', $3::text))
           || case when body::jsonb -> 'data' ? 'message' then jsonb_build_object('message', '${erasedText}') else '{}' end
       )::text
       where account_id = $1 and log_id = any($2::text[])`,
      [accountId, logIds, pseudonym],
    );
  }
}
