import { Injectable } from '@nestjs/common';
import { engagementsErased, logsErased, membershipsErased } from '@postrider/contracts';
import type { ReceivedEvent } from '@postrider/messaging';
import { On } from '@postrider/messaging';
import type { EntityManager } from 'typeorm';
import { ErasuresRepository } from './erasures.repository.js';

/** How far the others have come. */
@Injectable()
export class ErasuresConsumer {
  constructor(private readonly erasures: ErasuresRepository) {}

  @On(logsErased)
  async logs(events: readonly ReceivedEvent<typeof logsErased>[], tx: EntityManager): Promise<void> {
    await this.erasures.add(
      tx,
      events.map(({ accountId, payload: { erasure_id: erasureId, log_ids, cancelled, last: logsDone } }) => ({
        accountId,
        erasureId,
        logs: log_ids.length,
        cancelled,
        logsDone,
      })),
    );
  }

  @On(engagementsErased)
  async engagements(events: readonly ReceivedEvent<typeof engagementsErased>[], tx: EntityManager): Promise<void> {
    await this.erasures.add(
      tx,
      events.map(({ accountId, payload: { erasure_id: erasureId, logs: engagedLogs } }) => ({
        accountId,
        erasureId,
        engagedLogs,
      })),
    );
  }

  @On(membershipsErased)
  async memberships(events: readonly ReceivedEvent<typeof membershipsErased>[], tx: EntityManager): Promise<void> {
    await this.erasures.add(
      tx,
      events.map(({ accountId, payload: { erasure_id: erasureId, memberships: dripMembers, last: dripsDone } }) => ({
        accountId,
        erasureId,
        dripMembers,
        dripsDone,
      })),
    );
  }
}
