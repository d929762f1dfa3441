import { Injectable } from '@nestjs/common';
import type { ResponseInputOf, DripMark, lookUpDripMails } from '@postrider/contracts';
import { TenantPool } from '@postrider/service';

type Outcomes = ResponseInputOf<typeof lookUpDripMails>;

@Injectable()
export class OutcomesRepository {
  constructor(private readonly tenantPool: TenantPool) {}

  /**
   * The outcomes of these emails, in their order. An email with work is pending, whatever its log shows. An end whose
   * log no longer exists gets the current time.
   */
  async of(accountId: string, mails: readonly Pick<DripMark, 'membership_id' | 'step_id'>[]): Promise<Outcomes> {
    const { rows } = await this.tenantPool.query<{ state: Outcomes[number]['state']; at: number | null }>(accountId, {
      name: 'drip-mail-outcomes',
      text: `select case when mails.message_id is null then 'unknown' when work.message_id is not null then 'pending' else 'ended' end as state, ended.at
             from unnest($2::text[], $3::text[]) with ordinality as input (membership_id, step_id, place)
             left join drip_mails as mails on mails.account_id = $1 and mails.membership_id = input.membership_id and mails.step_id = input.step_id
             left join work on work.message_id = mails.message_id
             left join lateral (
               select floor(extract(epoch from coalesce(min(created_at), now())))::float8 as at from log_events
               where log_events.account_id = $1 and log_id = mails.message_id and type in ('sent', 'bounced', 'dropped')
             ) as ended on mails.message_id is not null and work.message_id is null
             order by place`,
      values: [accountId, mails.map((mail) => mail.membership_id), mails.map((mail) => mail.step_id)],
    });
    return rows.map(({ state, at }) => (at === null ? { state } : { state, at }));
  }
}
