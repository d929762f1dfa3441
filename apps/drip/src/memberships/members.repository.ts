import { Injectable } from '@nestjs/common';
import type {
  ResponseInputOf,
  DripMemberResource,
  RequestOf,
  exportMemberships,
  listDripMembers,
} from '@postrider/contracts';
import { addressKey, maxWaitingTestMembers, timeOfId } from '@postrider/contracts';
import { parseLossless } from '@postrider/numbers';
import { DataSource } from 'typeorm';
import { MembershipEntity } from './membership.entity.js';
import { SystemPool } from '@postrider/service';

/** A member whose email was due long ago and whose final event has not arrived. */
export interface OverdueMember {
  readonly accountId: string;
  readonly id: string;
  readonly campaignId: string;
  readonly stepId: string;
  /** Unix seconds. */
  readonly dueAt: number;
}

/** By this time after it was due, an email has usually ended and its event has arrived. */
const graceSeconds = 10 * 60;
const maxBackoffSeconds = 24 * 60 * 60;

@Injectable()
export class OverdueMembersRepository {
  constructor(private readonly systemPool: SystemPool) {}

  /**
   * At most `limit` members, least recently checked first. Each check defers the next by the time overdue, at most a
   * day, so that members of a campaign that is paused for months are not checked all the time.
   */
  async claim(limit: number): Promise<OverdueMember[]> {
    const { rows } = await this.systemPool.query<OverdueMember>({
      name: 'overdue-members',
      text: `with now as (
               select extract(epoch from now())::bigint as at
             ), overdue as (
               select account_id, id from memberships
               where state = 'waiting' and greatest(due_at, looked_at) < extract(epoch from now())::bigint - ${graceSeconds}
               order by greatest(due_at, looked_at) limit $1 for update of memberships skip locked
             )
             update memberships set looked_at = now.at + least(now.at - due_at, ${maxBackoffSeconds})
             from overdue, now where memberships.account_id = overdue.account_id and memberships.id = overdue.id
             returning memberships.account_id as "accountId", memberships.id, campaign_id as "campaignId", step_id as "stepId", due_at::float8 as "dueAt"`,
      values: [limit],
    });
    return rows;
  }
}

const defaultCount = 100;
/** Small pages: the data of a membership can be as large as the data of a send. */
const exportedPerPage = 20;

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

const toResource = (member: MembershipEntity): DripMemberResource => ({
  object: 'drip_member',
  id: member.id,
  recipient_address: member.recipientAddress,
  test: member.test,
  state: member.state,
  entered: seconds(timeOfId(member.id)),
  ...(member.state === 'waiting' ? { step: member.stepId, next_due: Number(member.dueAt) } : {}),
  ...(member.endedAt ? { ended: seconds(member.endedAt.getTime()) } : {}),
});

/** Current and former members of a campaign, as API resources. */
@Injectable()
export class MembersRepository {
  constructor(private readonly database: DataSource) {}

  /** Newest first: ids are in the order of enrollment. */
  async page(
    accountId: string,
    { drip_campaign_id, recipient_address, step, count = defaultCount, cursor }: RequestOf<typeof listDripMembers>,
  ): Promise<ResponseInputOf<typeof listDripMembers>> {
    const query = this.database.manager
      .createQueryBuilder(MembershipEntity, 'member')
      .where('member.accountId = :accountId and member.campaignId = :drip_campaign_id', { accountId, drip_campaign_id })
      .orderBy('member.id', 'DESC')
      .limit(count + 1);
    if (recipient_address !== undefined)
      query.andWhere('member.recipientKey = :key', { key: addressKey(recipient_address) });
    if (step !== undefined) query.andWhere(`member.stepId = :step and member.state = 'waiting'`, { step });
    if (cursor !== undefined) query.andWhere('member.id < :cursor', { cursor });
    const found = await query.getMany();
    const page = found.slice(0, count);
    return { data: page.map(toResource), next_cursor: found.length > count ? page.at(-1)!.id : null };
  }

  async waitingTests(
    accountId: string,
    recipientKeys: readonly string[],
  ): Promise<{ membership_id: string; step_id: string }[]> {
    return this.database.query(
      `select id as membership_id, step_id from memberships
       where account_id = $1 and recipient_key = any($2::text[]) and test and state = 'waiting' limit ${maxWaitingTestMembers}`,
      [accountId, recipientKeys],
    );
  }

  /** Memberships of a recipient with all stored data, newest first. */
  async listForRecipient(
    accountId: string,
    recipientKey: string,
    after: string | undefined,
  ): Promise<ResponseInputOf<typeof exportMemberships>> {
    const query = this.database.manager
      .createQueryBuilder(MembershipEntity, 'member')
      .where('member.accountId = :accountId and member.recipientKey = :recipientKey', { accountId, recipientKey })
      .orderBy('member.id', 'DESC')
      .limit(exportedPerPage + 1);
    if (after !== undefined) query.andWhere('member.id < :after', { after });
    const found = await query.getMany();
    const items = found.slice(0, exportedPerPage).map((member) => {
      const email_data = parseLossless(member.content).template_data;
      return { ...toResource(member), drip_campaign: member.campaignId, ...(email_data && { email_data }) };
    });
    return { items, ...(found.length > items.length ? { next: items.at(-1)!.id } : {}) };
  }
}
