import { Injectable } from '@nestjs/common';
import type { DripCampaignState } from '@postrider/contracts';
import type { EntityManager } from 'typeorm';

/** A state that is not applied yet to all its emails: they must be cancelled or queued again. */
export interface UnsettledState {
  readonly accountId: string;
  readonly id: string;
  /** Null for a membership. */
  readonly campaignId: string | null;
  readonly state: 'running' | 'ended';
  readonly settledTo: string;
}

@Injectable()
export class CampaignStatesRepository {
  /** Those of these campaigns and steps that have ended. */
  async ended(tx: EntityManager, accountId: string, ids: readonly string[]): Promise<string[]> {
    const rows: { id: string }[] = await tx.query(
      `select id from drip_orders where account_id = $1 and id = any($2) and state = 'ended'`,
      [accountId, ids],
    );
    return rows.map(({ id }) => id);
  }

  /** Ignores a state that is not newer than the stored one; an ended campaign stays ended. */
  async save(tx: EntityManager, accountId: string, change: DripCampaignState): Promise<void> {
    const { campaign_id, state, revision, removed_step_ids } = change;
    await tx.query(
      `insert into drip_orders (account_id, id, campaign_id, state, revision, settled) values ($1, $2, $2, $3, $4, $3 = 'paused')
       on conflict (account_id, id) do update set state = excluded.state, revision = excluded.revision, changed_at = now(), settled = excluded.settled, settled_to = ''
       where drip_orders.revision < excluded.revision and drip_orders.state <> 'ended'`,
      [accountId, campaign_id, state, revision],
    );
    await tx.query(
      `insert into drip_orders (account_id, id, campaign_id, state) select $1, step_id, $2, 'ended' from unnest($3::text[]) as step_id order by step_id
       on conflict do nothing`,
      [accountId, campaign_id, removed_step_ids],
    );
  }

  /** They are stored as settled because their emails are cancelled in the same transaction. */
  async endMemberships(tx: EntityManager, accountId: string, membershipIds: readonly string[]): Promise<void> {
    await tx.query(
      `insert into drip_orders (account_id, id, state, settled) select $1, id, 'ended', true from unnest($2::text[]) as id order by id
       on conflict do nothing`,
      [accountId, membershipIds],
    );
  }

  /** Locks the oldest one for this transaction. */
  async unsettled(tx: EntityManager): Promise<UnsettledState | undefined> {
    const rows: UnsettledState[] = await tx.query(
      `select account_id as "accountId", id, campaign_id as "campaignId", state, settled_to as "settledTo" from drip_orders
       where not settled and state <> 'paused' and changed_at <= now() order by changed_at limit 1 for update skip locked`,
    );
    return rows[0];
  }

  /**
   * `settledTo` undefined: the state is settled. Otherwise it moves to the end of the queue, so that others get their
   * turn.
   */
  async settle(tx: EntityManager, { accountId, id }: UnsettledState, settledTo: string | undefined): Promise<void> {
    await tx.query(
      'update drip_orders set settled = $3, settled_to = $4, changed_at = now() where account_id = $1 and id = $2',
      [accountId, id, settledTo === undefined, settledTo ?? ''],
    );
  }

  /** Moves it behind the others, which may belong to other accounts. */
  async postpone(tx: EntityManager, { accountId, id }: UnsettledState, seconds: number): Promise<void> {
    await tx.query(
      `update drip_orders set changed_at = now() + make_interval(secs => $3) where account_id = $1 and id = $2 and not settled`,
      [accountId, id, seconds],
    );
  }

  /** Emails of an ended campaign or step that are not cancelled yet, in the order of their messages. */
  async findMails(
    tx: EntityManager,
    { accountId, campaignId, id, settledTo }: UnsettledState,
    limit: number,
  ): Promise<string[]> {
    const rows: { message_id: string }[] = await tx.query(
      `select message_id from drip_mails
       where account_id = $1 and ${id === campaignId ? 'campaign_id' : 'step_id'} = $2 and message_id > $3 and state <> 'cancelled'
       order by message_id limit $4`,
      [accountId, id, settledTo, limit],
    );
    return rows.map(({ message_id }) => message_id);
  }

  /**
   * Queues held emails again, oldest first. Returns how many it found, including those cancelled while it waited for
   * locks.
   */
  async release(tx: EntityManager, { accountId, campaignId }: UnsettledState, limit: number): Promise<number> {
    const [{ found }] = (await tx.query(
      `with held as (
         select message_id from drip_mails where account_id = $1 and campaign_id = $2 and state = 'held' order by message_id limit $3
       ), locked as (
         select drip_mails.account_id, membership_id, step_id, message_id from drip_mails join held using (message_id)
         where drip_mails.account_id = $1 and campaign_id = $2 and state = 'held' order by membership_id, step_id for update of drip_mails
       ), queued as (
         update work set due_at = now() from locked where work.message_id = locked.message_id and work.lease_token is null
       ), released as (
         update drip_mails set state = 'waiting' from locked
         where drip_mails.account_id = locked.account_id and drip_mails.membership_id = locked.membership_id and drip_mails.step_id = locked.step_id
       )
       select count(*)::int as found from held`,
      [accountId, campaignId, limit],
    )) as [{ found: number }];
    return found;
  }
}
