import { Injectable } from '@nestjs/common';
import { addressKey } from '@postrider/contracts';
import type { EntityManager } from 'typeorm';
import type { Newcomer } from './memberships.repository.js';

const allCampaigns = '';
/** An older send puts nobody in, since a later deactivation may be forgotten (docs/operate/limits.md#data-retention). */
const rememberedSeconds = 30 * 24 * 60 * 60;
/** Of somebody who was erased: delivery then answers no trigger with that address any more. */
const rememberedOfErased = 24 * 60 * 60;

/** Whom a deactivation has taken out, for the triggers that come after it and were sent before (docs/drips.md#triggers). */
@Injectable()
export class OptOutsRepository {
  /** From here to the end of the transaction no trigger puts the address in. */
  add(tx: EntityManager, accountId: string, recipientKey: string, campaignId = allCampaigns): Promise<void> {
    return this.remember(tx, { accountId, recipientKey }, campaignId, rememberedSeconds);
  }

  /** Out of all campaigns, and the address is forgotten sooner. */
  addErased(tx: EntityManager, accountId: string, recipientKey: string): Promise<void> {
    return this.remember(tx, { accountId, recipientKey }, allCampaigns, rememberedOfErased);
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
   * Those who were not taken out since, by sends that are not too old; until the transaction ends nobody takes them out. Those who were taken out in
   * the second of the send stay out.
   */
  async notOptedOut(tx: EntityManager, newcomers: readonly Newcomer[]): Promise<Newcomer[]> {
    if (newcomers.length === 0) return [];
    const column = <Value>(value: (newcomer: Newcomer) => Value): Value[] => newcomers.map(value);
    const accountIds = column(({ context }) => context.accountId);
    const recipientKeys = column(({ content }) => addressKey(content.recipient.address));
    await lockInOrder(
      tx,
      recipientKeys.map((recipientKey, place) => ({ accountId: accountIds[place]!, recipientKey })),
    );
    const departed: { place: number }[] = await tx.query(
      `select place::int from unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) with ordinality as newcomers (account_id, recipient_key, campaign_id, at, place)
       where newcomers.at < extract(epoch from now()) - ${rememberedSeconds} or exists (
         select from departures
         where departures.account_id = newcomers.account_id and departures.recipient_key = newcomers.recipient_key
           and departures.campaign_id in (newcomers.campaign_id, '${allCampaigns}') and departed_at >= newcomers.at
       )`,
      [accountIds, recipientKeys, column(({ campaign }) => campaign.id), column(({ at }) => at)],
    );
    const out = new Set(departed.map(({ place }) => place - 1));
    return newcomers.filter((_, place) => !out.has(place));
  }
}

interface Recipient {
  readonly accountId: string;
  readonly recipientKey: string;
}

/** There may be no row yet that could be locked. One order everywhere, or those who take several could wait for each other. */
async function lockInOrder(tx: EntityManager, recipients: readonly Recipient[]): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock(turn) from (
       select distinct hashtextextended(account_id || ' ' || recipient_key, 0) as turn from unnest($1::text[], $2::text[]) as recipients (account_id, recipient_key)
       order by turn
     ) as turns`,
    [recipients.map(({ accountId }) => accountId), recipients.map(({ recipientKey }) => recipientKey)],
  );
}
