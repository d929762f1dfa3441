import { Injectable } from '@nestjs/common';
import type { ResponseInputOf, getClickedLinks } from '@postrider/contracts';
import { maxClickedEmails, maxLinks } from '@postrider/contracts';
import { TenantPool } from '@postrider/service';
import type { EntityManager } from 'typeorm';
import type { CountedMail } from './measures.js';

export interface Click extends CountedMail {
  readonly recipientKey: string;
  readonly atMs: number;
}

const storeStatement = `
insert into figure_clicks (account_id, recipient_key, log_id, template_id, version_id, esp_account_id, tags, first_clicked_at, last_clicked_at)
select account_id, recipient_key, log_id, min(template_id), min(version_id), min(esp_account_id), min(tags::text)::jsonb, to_timestamp(min(at_ms) / 1000), to_timestamp(max(at_ms) / 1000)
from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::jsonb[], $8::float8[])
  as click (account_id, recipient_key, log_id, template_id, version_id, esp_account_id, tags, at_ms)
group by account_id, recipient_key, log_id order by account_id, recipient_key, log_id
on conflict (account_id, recipient_key, log_id) do update set
  first_clicked_at = least(figure_clicks.first_clicked_at, excluded.first_clicked_at),
  last_clicked_at = greatest(figure_clicks.last_clicked_at, excluded.last_clicked_at)`;

const linksStatement = `
select url, count(distinct log_id)::int as emails, sum(count)::int as clicks from (
  select log_id from figure_clicks where account_id = $1 and template_id = $2 order by log_id desc limit ${maxClickedEmails}
) as clicked cross join lateral (
  select split_part(split_part(engagements.url, '#', 1), '?', 1) as url, count from engagements
  where engagements.log_id = clicked.log_id and account_id = $1 and kind = 'click' and bot is null and engagements.url is not null
) as click
group by url order by emails desc, clicks desc, url limit ${maxLinks}`;

/** First and last click of each recipient and email, for the attribution of conversions and the clicked links. */
@Injectable()
export class ClicksRepository {
  constructor(private readonly tenantPool: TenantPool) {}

  /** The links of the newest clicked emails of a template. */
  async links(accountId: string, templateId: string): Promise<ResponseInputOf<typeof getClickedLinks>> {
    const { rows } = await this.tenantPool.query<{ url: string; emails: number; clicks: number }>(accountId, {
      name: 'clicked-links',
      text: linksStatement,
      values: [accountId, templateId],
    });
    return rows.map(({ url, emails, clicks }) => ({ url, clicked: { unique: emails, total: clicks } }));
  }

  async store(tx: EntityManager, clicks: readonly Click[]): Promise<void> {
    if (clicks.length === 0) return;
    const column = <Value>(value: (click: Click) => Value): Value[] => clicks.map(value);
    await tx.query(storeStatement, [
      column(({ accountId }) => accountId),
      column(({ recipientKey }) => recipientKey),
      column(({ logId }) => logId),
      column(({ templateId }) => templateId),
      column(({ versionId }) => versionId),
      column(({ espAccountId }) => espAccountId),
      column(({ tags }) => JSON.stringify(tags)),
      column(({ atMs }) => atMs),
    ]);
  }
}
