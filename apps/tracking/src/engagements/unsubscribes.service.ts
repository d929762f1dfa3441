import { Injectable } from '@nestjs/common';
import type { recordUnsubscribe, RequestContext, RequestOf } from '@postrider/contracts';
import { logEventReported, newId } from '@postrider/contracts';
import { Outbox, OutboxRelay } from '@postrider/outbox';
import { DataSource } from 'typeorm';
import { EngagementsRepository } from './engagements.repository.js';

const messages = {
  one_click: 'Unsubscribed with the button of the email app',
  page: 'Unsubscribed on the unsubscribe page',
} as const;

/** Returns after the unsubscription is stored, so that it is not lost. */
@Injectable()
export class UnsubscribesService {
  constructor(
    private readonly database: DataSource,
    private readonly engagements: EngagementsRepository,
    private readonly outbox: Outbox,
    private readonly relay: OutboxRelay,
  ) {}

  async record(
    context: RequestContext,
    { log_id, via, user_agent }: RequestOf<typeof recordUnsubscribe>,
  ): Promise<void> {
    const { accountId } = context;
    await this.database.transaction(async (tx) => {
      const first = await this.engagements.addUnsubscribe(tx, { accountId, logId: log_id }, newId('event'), user_agent);
      if (!first) return;
      await this.outbox.add(tx, logEventReported, context, {
        log_id,
        type: 'unsubscribed',
        at_ms: Date.now(),
        message: messages[via],
        moves_status: true,
        detail: user_agent === undefined ? {} : { user_agent },
      });
    });
    this.relay.wake();
  }
}
