import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

export interface Erasure {
  readonly accountId: string;
  readonly id: string;
  readonly recipientKey: string;
  readonly pseudonym: string;
  /** Upper bound of the membership ids to erase (exclusive). */
  readonly before: string;
  readonly requestId: string;
}

@Injectable()
export class ErasuresRepository {
  /** Idempotent. */
  async start(tx: EntityManager, erasure: Erasure): Promise<void> {
    await tx.query(
      `insert into erasures (account_id, id, recipient_key, pseudonym, before, request_id) values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
      [erasure.accountId, erasure.id, erasure.recipientKey, erasure.pseudonym, erasure.before, erasure.requestId],
    );
  }

  /** The erasure that has waited longest, so that accounts take turns. Skips those locked by another process. */
  async due(tx: EntityManager): Promise<Erasure | undefined> {
    const [erasure]: Erasure[] = await tx.query(
      `select account_id as "accountId", id, recipient_key as "recipientKey", pseudonym, before, request_id as "requestId"
       from erasures where look_at <= now() order by look_at limit 1 for update skip locked`,
    );
    return erasure;
  }

  async reschedule(tx: EntityManager, { accountId, id }: Erasure): Promise<void> {
    await tx.query('update erasures set look_at = now() where account_id = $1 and id = $2', [accountId, id]);
  }

  async end(tx: EntityManager, { accountId, id }: Erasure): Promise<void> {
    await tx.query('delete from erasures where account_id = $1 and id = $2', [accountId, id]);
  }
}
