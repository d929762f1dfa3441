import { rateBucketsRetention } from '@postrider/concurrency';
import type { RetentionRule } from '@postrider/service';
import { olderThan } from '@postrider/service';
import { alive } from './sessions/sessions.repository.js';

const mostAuditEntries = 100_000;
const hourly = { everyMinutes: 60, batchSize: 1_000 };

export const gatewayRetention: readonly RetentionRule[] = [
  rateBucketsRetention,
  { table: 'audit_entries', ...olderThan('created_at', '400 days'), ...hourly },
  // The oldest of an account that has too many.
  {
    table: 'audit_entries',
    where: `id in (
      select entry.id from (select account_id from audit_entries group by account_id having count(*) > ${mostAuditEntries}) as large
        cross join lateral (
          select id from audit_entries where account_id = large.account_id order by id desc offset ${mostAuditEntries}
        ) as entry)`,
    ...hourly,
  },
  { table: 'sessions', where: `not (${alive})`, ...hourly },
  { table: 'one_time_tokens', where: 'expires_at <= now()', ...hourly },
  { table: 'link_mails', where: `sent_at <= now() - interval '1 h'`, ...hourly },
];
