import { Injectable } from '@nestjs/common';
import type { AnswerOf, DripMemberResource, listDripMembers, RequestOf } from '@postrider/contracts';
import { addressKey, timeOfId } from '@postrider/contracts';
import { DataSource } from 'typeorm';
import { MembershipEntity } from './membership.entity.js';

const defaultCount = 100;

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

/** Who is and was in a campaign, as callers read it. */
@Injectable()
export class MembersRepository {
  constructor(private readonly database: DataSource) {}

  /** Newest first: the ids' order is that of entering. */
  async page(
    accountId: string,
    { drip_campaign_id, recipient_address, count = defaultCount, cursor }: RequestOf<typeof listDripMembers>,
  ): Promise<AnswerOf<typeof listDripMembers>> {
    const query = this.database.manager
      .createQueryBuilder(MembershipEntity, 'member')
      .where('member.accountId = :accountId and member.campaignId = :drip_campaign_id', { accountId, drip_campaign_id })
      .orderBy('member.id', 'DESC')
      .limit(count + 1);
    if (recipient_address !== undefined)
      query.andWhere('member.recipientKey = :key', { key: addressKey(recipient_address) });
    if (cursor !== undefined) query.andWhere('member.id < :cursor', { cursor });
    const found = await query.getMany();
    const page = found.slice(0, count);
    return { data: page.map(toResource), next_cursor: found.length > count ? page.at(-1)!.id : null };
  }
}
