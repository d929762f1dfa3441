import { Injectable } from '@nestjs/common';
import type { RequestContext, cancelMessage, RequestOf } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import { OutboxRelay } from '@postrider/outbox';
import { TenantPool } from '@postrider/service';
import { rankOf } from '../logs/log-status.js';
import { goesThrough } from '../esp-accounts/mail-route.js';
import type { RoutedMail } from '../logs/mail-events.js';
import { endedEvent, routedMailColumns } from '../logs/mail-events.js';

const status = 'dropped';
const reason = 'Cancelled before it was sent';

/**
 * Work that nobody is sending and no ESP was ever asked to take: after a failed attempt it may have a copy all the same. Whoever leases it at
 * the same moment wins. One statement is one transaction.
 */
const cancelStatement = `
with cancelled as (
  delete from work where account_id = $1 and message_id = $2 and lease_token is null and attempt = 1 and not ambiguous
  returning account_id, message_id
), shown as (
  update logs set status = '${status}', status_rank = ${rankOf[status]}, message = '${reason}'
  from cancelled where logs.account_id = cancelled.account_id and logs.id = cancelled.message_id
), said as (
  insert into log_events (account_id, log_id, type, message) select account_id, message_id, '${status}', '${reason}' from cancelled
), published as (
  insert into outbox (event_id, topic, account_id, request_id, payload, traceparent)
  select $3, $4, account_id, $5, $6::jsonb, $7 from cancelled
)
select from cancelled`;

/**
 * POST /logs/{id}/cancel (docs/api.md#cancelling): the message ends as dropped, while nothing was handed to a provider.
 */
@Injectable()
export class CancelService {
  constructor(
    private readonly tenantPool: TenantPool,
    private readonly relay: OutboxRelay,
  ) {}

  async cancel(context: RequestContext, { log_id }: RequestOf<typeof cancelMessage>): Promise<void> {
    const mail = await this.find(context.accountId, log_id);
    if (!mail) throw new ServiceError('not_found', 'Log not found');
    const row = endedEvent(context, mail, { status, reason });
    const { rowCount } = await this.tenantPool.query(context.accountId, {
      name: 'cancel',
      text: cancelStatement,
      values: [context.accountId, log_id, row.event_id, row.topic, row.request_id, row.payload, row.traceparent],
    });
    if (rowCount === 0)
      throw new ServiceError(
        'not_cancellable',
        'This message was handed to a provider already, or has reached its end',
      );
    this.relay.wake();
  }

  private async find(accountId: string, logId: string): Promise<RoutedMail | undefined> {
    const { rows } = await this.tenantPool.query<RoutedMail>(accountId, {
      name: 'log-to-cancel',
      text: `select ${routedMailColumns(goesThrough)}
             from logs left join messages_as_sent as messages using (account_id, id) where account_id = $1 and id = $2`,
      values: [accountId, logId],
    });
    return rows[0];
  }
}
