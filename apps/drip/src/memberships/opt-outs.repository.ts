import { Injectable } from '@nestjs/common';
import { addressKey } from '@postrider/contracts';
import type { EntityManager } from 'typeorm';
import type { Enrollment } from './memberships.repository.js';

const allCampaigns = '';
/** Older sends do not enroll, because a later opt-out may have expired (docs/operate/limits.md#data-retention). */
const retentionSeconds = 30 * 24 * 60 * 60;
/**
 * How long opt-outs of erased recipients stay: after this time delivery returns no content for triggers with that
 * address.
 */
const erasedRetentionSeconds = 24 * 60 * 60;

/** Opt-outs, checked by triggers of earlier sends (docs/drips.md#triggers). */
@Injectable()
export class OptOutsRepository {
  /** Also locks the recipient until the transaction ends, so that no trigger enrolls the address. */
  add(tx: EntityManager, accountId: string, recipientKey: string, campaignId = allCampaigns): Promise<void> {
    return this.remember(tx, { accountId, recipientKey }, campaignId, retentionSeconds);
  }

  /** Opts out of all campaigns, with the shorter retention of erased addresses. */
  addErased(tx: EntityManager, accountId: string, recipientKey: string): Promise<void> {
    return this.remember(tx, { accountId, recipientKey }, allCampaigns, erasedRetentionSeconds);
  }

  private async remember(tx: EntityManager, recipient: Recipient, campaignId: string, seconds: number): Promise<void> {
    await lockInOrder(tx, [recipient]);
    await tx.query(
      `insert into departures (account_id, recipient_key, campaign_id, departed_at, forget_at)
       values ($1, $2, $3, $4, extract(epoch from now())::bigint + $5)
       on conflict (account_id, recipient_key, campaign_id)
       do update set departed_at = greatest(departures.departed_at, excluded.departed_at), forget_at = excluded.forget_at`,
      [recipient.accountId, recipient.recipientKey, campaignId, Math.floor(Date.now() / 1000), seconds],
    );
  }

  /**
   * Filters out recipients that opted out at or after the second of the send, and sends that are too old to know. Locks
   * the recipients until the transaction ends, so that no opt-out is added meanwhile.
   */
  async notOptedOut(tx: EntityManager, enrollments: readonly Enrollment[]): Promise<Enrollment[]> {
    if (enrollments.length === 0) return [];
    const column = <Value>(value: (enrollment: Enrollment) => Value): Value[] => enrollments.map(value);
    const accountIds = column(({ context }) => context.accountId);
    const recipientKeys = column(({ content }) => addressKey(content.recipient.address));
    await lockInOrder(
      tx,
      recipientKeys.map((recipientKey, index) => ({ accountId: accountIds[index]!, recipientKey })),
    );
    const optedOut: { place: number }[] = await tx.query(
      `select place::int from unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) with ordinality as enrollments (account_id, recipient_key, campaign_id, at, place)
       where enrollments.at < extract(epoch from now()) - ${retentionSeconds} or exists (
         select from departures
         where departures.account_id = enrollments.account_id and departures.recipient_key = enrollments.recipient_key
           and departures.campaign_id in (enrollments.campaign_id, '${allCampaigns}') and departed_at >= enrollments.at
       )`,
      [accountIds, recipientKeys, column(({ campaign }) => campaign.id), column(({ at }) => at)],
    );
    const excluded = new Set(optedOut.map(({ place }) => place - 1));
    return enrollments.filter((_, index) => !excluded.has(index));
  }
}

interface Recipient {
  readonly accountId: string;
  readonly recipientKey: string;
}

/** Advisory locks, because there may be no row to lock yet. A fixed order avoids deadlocks. */
async function lockInOrder(tx: EntityManager, recipients: readonly Recipient[]): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock(lock_key) from (
       select distinct hashtextextended(account_id || ' ' || recipient_key, 0) as lock_key from unnest($1::text[], $2::text[]) as recipients (account_id, recipient_key)
       order by lock_key
     ) as lock_keys`,
    [recipients.map(({ accountId }) => accountId), recipients.map(({ recipientKey }) => recipientKey)],
  );
}
