import { Injectable } from '@nestjs/common';
import type { customerErased } from '@postrider/contracts';
import { idFloor } from '@postrider/contracts';
import type { ReceivedEvent } from '@postrider/messaging';
import type { EntityManager } from 'typeorm';

/** A locked erasure that is due for processing. */
export interface DueErasure {
  readonly accountId: string;
  readonly id: string;
  readonly recipientKey: string;
  readonly pseudonym: string;
  readonly requestId: string;
  readonly erasedAtMs: number;
  /** Seconds until no more email can arrive that was accepted before the erasure; negative after that. */
  readonly settlesIn: number;
}

/** Stored erasures, and the logs to erase next. */
@Injectable()
export class ErasuresRepository {
  /** For all accounts; repeated events have no effect. */
  async start(tx: EntityManager, events: readonly ReceivedEvent<typeof customerErased>[]): Promise<void> {
    await tx.query(
      `insert into erasures (account_id, id, recipient_key, pseudonym, erased_at, request_id)
       select account_id, id, recipient_key, pseudonym, to_timestamp(at_ms / 1000), request_id
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::float8[], $6::text[]) as input (account_id, id, recipient_key, pseudonym, at_ms, request_id)
       order by account_id, id on conflict do nothing`,
      [
        events.map(({ accountId }) => accountId),
        events.map(({ payload }) => payload.erasure_id),
        events.map(({ payload }) => payload.email),
        events.map(({ payload }) => payload.pseudonym),
        events.map(({ payload }) => payload.at_ms),
        events.map(({ requestId }) => requestId),
      ],
    );
  }

  /** Locks the one that has waited longest, so that accounts take turns; other processes skip it. */
  async due(tx: EntityManager): Promise<DueErasure | undefined> {
    const [erasure]: DueErasure[] = await tx.query(
      `select account_id as "accountId", id, recipient_key as "recipientKey", pseudonym, request_id as "requestId",
         (extract(epoch from erased_at) * 1000)::float8 as "erasedAtMs", extract(epoch from settles_at - now())::float8 as "settlesIn"
       from erasures where look_at <= now() order by look_at limit 1 for update skip locked`,
    );
    return erasure;
  }

  async postpone(tx: EntityManager, { accountId, id }: DueErasure, seconds: number): Promise<void> {
    await tx.query(
      'update erasures set look_at = now() + make_interval(secs => $3::float8) where account_id = $1 and id = $2',
      [accountId, id, seconds],
    );
  }

  async end(tx: EntityManager, { accountId, id }: DueErasure): Promise<void> {
    await tx.query('delete from erasures where account_id = $1 and id = $2', [accountId, id]);
  }

  /**
   * Logs of emails accepted before the erasure, and of later emails of memberships that have ended since: their steps
   * were in flight. Leased emails are skipped, because their attempts would write personal data again.
   */
  async nextLogs(tx: EntityManager, erasure: DueErasure, limit: number): Promise<string[]> {
    const { accountId, recipientKey, erasedAtMs } = erasure;
    const rows: { id: string }[] = await tx.query(
      `select id from logs where account_id = $1 and recipient_key = $2 and id < $3 and ${notLeased}
       union all
       select logs.id from logs join messages using (account_id, id)
       join drip_orders on drip_orders.account_id = logs.account_id and drip_orders.id = content -> 'drip' ->> 'membership_id' and state = 'ended'
       where logs.account_id = $1 and recipient_key = $2 and logs.id >= $3 and ${notLeased}
       limit $4`,
      [accountId, recipientKey, idFloor('log', Math.ceil(erasedAtMs)), limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Whether an email to erase is left, which then is leased. */
  async hasLeased(tx: EntityManager, { accountId, recipientKey, erasedAtMs }: DueErasure): Promise<boolean> {
    const [row]: { held: boolean }[] = await tx.query(
      `select exists (select from logs where account_id = $1 and recipient_key = $2 and id < $3) as held`,
      [accountId, recipientKey, idFloor('log', Math.ceil(erasedAtMs))],
    );
    return row!.held;
  }
}

const notLeased = 'not exists (select from work where work.message_id = logs.id and work.lease_token is not null)';
