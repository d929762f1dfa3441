import { Injectable } from '@nestjs/common';
import type { LogStatus, MailOutcome } from '@postrider/contracts';
import { SystemPool, TenantPool } from '@postrider/service';
import { sentThrough } from './logs.repository.js';
import { deliveredAfterMs } from './reported-events.js';

interface OutcomeRow extends Omit<MailOutcome, 'version_id' | 'tags' | 'delivered_after_ms'> {
  readonly version_id: string | null;
  readonly tags: readonly string[] | null;
  /** Unix seconds. */
  readonly send_at: number | null;
  readonly first_delivered_ms: number | null;
}

/** Event types per count. The first open that counts is `opened`, every later one `re_opened`. */
const counted = {
  sent: ['sent'],
  delivered: ['delivered'],
  opened: ['opened', 're_opened'],
  clicked: ['clicked', 're_clicked'],
  bounced: ['bounced'],
  complaints: ['reported_as_spam'],
  unsubscribes: ['unsubscribed'],
} as const satisfies Partial<Record<keyof MailOutcome, readonly LogStatus[]>>;

const counts = Object.entries(counted)
  .map(
    ([name, types]) =>
      `count(*) filter (where type in (${types.map((type) => `'${type}'`).join(', ')}))::int as ${name}`,
  )
  .join(', ');

/** The first recorded version, which is also the one in the published event. */
const firstDelivered = `round(extract(epoch from (array_agg(created_at order by seq) filter (where type = 'delivered'))[1]) * 1000)::float8`;

/** One lateral subquery per email: a join could scan all partitions. */
const selectOutcomes = (chosen: string): string => `
with chosen as materialized (${chosen})
select chosen.id as log_id, chosen.template_id, version_id, coalesce(esp_account_id, '') as esp_account_id, tags, send_at, counts.*
from chosen
left join lateral (
  select content ->> 'version_id' as version_id, content -> 'tags' as tags, (content ->> 'send_at')::float8 as send_at, ${sentThrough} as esp_account_id
  from messages_as_sent as messages where messages.account_id = $1 and messages.id = chosen.id limit 1
) as message on true
cross join lateral (
  select ${counts}, ${firstDelivered} as first_delivered_ms from log_events where log_events.account_id = $1 and log_id = chosen.id and moves_status
) as counts
where not chosen.test order by chosen.id`;

const pageStatement = selectOutcomes(
  'select id, template_id, test from logs where account_id = $1 and id >= $2 and id < $3 order by id limit $4',
);
const outcomesOfLogsStatement = selectOutcomes(
  'select logs.id, template_id, test from unnest($2::text[]) as requested (id) cross join lateral (select * from logs where logs.account_id = $1 and logs.id = requested.id) as logs',
);

/** Reads the distinct accounts with one index lookup each (loose index scan). */
const accountsStatement = `
with recursive account as (
  (select account_id from logs where account_id > $1 order by account_id limit 1)
  union all
  select following.account_id from account
  cross join lateral (select account_id from logs where account_id > account.account_id order by account_id limit 1) as following
)
select account_id from account limit $2`;

@Injectable()
export class MailOutcomesRepository {
  constructor(
    private readonly tenantPool: TenantPool,
    private readonly systemPool: SystemPool,
  ) {}

  /** At most `limit` logs, including those of test keys, which have no outcome. */
  async page(
    accountId: string,
    { from, before, limit }: { readonly from: string; readonly before: string; readonly limit: number },
  ): Promise<{ mails: MailOutcome[]; next?: string }> {
    const { rows: following } = await this.tenantPool.query<{ id: string }>(accountId, {
      name: 'end-of-page-of-mail-outcomes',
      text: 'select id from logs where account_id = $1 and id >= $2 and id < $3 order by id offset $4 limit 1',
      values: [accountId, from, before, limit],
    });
    const next = following[0]?.id;
    const { rows } = await this.tenantPool.query<OutcomeRow>(accountId, {
      name: 'mail-outcomes',
      text: pageStatement,
      values: [accountId, from, next ?? before, limit],
    });
    return { mails: rows.map(outcomeOfRow), ...(next === undefined ? {} : { next }) };
  }

  async of(accountId: string, logIds: readonly string[]): Promise<MailOutcome[]> {
    const { rows } = await this.tenantPool.query<OutcomeRow>(accountId, {
      name: 'outcomes-of-logs',
      text: outcomesOfLogsStatement,
      values: [accountId, logIds],
    });
    return rows.map(outcomeOfRow);
  }

  async accounts(after: string, limit: number): Promise<string[]> {
    const { rows } = await this.systemPool.query<{ account_id: string }>({
      name: 'accounts-with-logs',
      text: accountsStatement,
      values: [after, limit],
    });
    return rows.map(({ account_id }) => account_id);
  }
}

const outcomeOfRow = ({ version_id, tags, send_at, first_delivered_ms, ...outcome }: OutcomeRow): MailOutcome => ({
  ...outcome,
  ...(first_delivered_ms !== null && {
    delivered_after_ms: deliveredAfterMs({ logId: outcome.log_id, sendAt: send_at }, first_delivered_ms),
  }),
  ...(version_id === null ? {} : { version_id }),
  tags: [...(tags ?? [])],
});
