import { Injectable } from '@nestjs/common';
import type { AnswerOf, DripMemberResource, exportMemberships, listDripMembers, RequestOf } from '@postrider/contracts';
import { addressKey, timeOfId } from '@postrider/contracts';
import { unpacked } from '@postrider/numbers';
import { DataSource } from 'typeorm';
import { MembershipEntity } from './membership.entity.js';

const defaultCount = 100;
/** What a membership gives its mails may be as large as the data of a send. */
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

/** Who is and was in a campaign, as callers read it. */
@Injectable()
export class MembersRepository {
  constructor(private readonly database: DataSource) {}

  /** Newest first: the ids' order is that of entering. */
  async page(
    accountId: string,
    { drip_campaign_id, recipient_address, step, count = defaultCount, cursor }: RequestOf<typeof listDripMembers>,
  ): Promise<AnswerOf<typeof listDripMembers>> {
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

  /** With everything that is stored of them; newest first. */
  async ofRecipient(
    accountId: string,
    recipientKey: string,
    after: string | undefined,
  ): Promise<AnswerOf<typeof exportMemberships>> {
    const query = this.database.manager
      .createQueryBuilder(MembershipEntity, 'member')
      .where('member.accountId = :accountId and member.recipientKey = :recipientKey', { accountId, recipientKey })
      .orderBy('member.id', 'DESC')
      .limit(exportedPerPage + 1);
    if (after !== undefined) query.andWhere('member.id < :after', { after });
    const found = await query.getMany();
    const items = found.slice(0, exportedPerPage).map((member) => {
      const email_data = unpacked(member.content).template_data;
      return { ...toResource(member), drip_campaign: member.campaignId, ...(email_data && { email_data }) };
    });
    return { items, ...(found.length > items.length ? { next: items.at(-1)!.id } : {}) };
  }
}
