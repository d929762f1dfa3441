import { Injectable } from '@nestjs/common';
import { engagementsErased, logsErased, membershipsErased } from '@postrider/contracts';
import type { EventBatch } from '@postrider/messaging';
import { OnBatch, subscribe } from '@postrider/messaging';
import type { EntityManager } from 'typeorm';
import { ErasuresRepository } from './erasures.repository.js';

/** Counts what other services have erased. */
@Injectable()
export class ErasuresConsumer {
  constructor(private readonly erasures: ErasuresRepository) {}

  @OnBatch(subscribe(logsErased), subscribe(engagementsErased), subscribe(membershipsErased))
  async progress(batch: EventBatch, tx: EntityManager): Promise<void> {
    await this.erasures.add(tx, [
      ...batch.of(logsErased).map(({ accountId, payload: { erasure_id: erasureId, log_ids, cancelled, last } }) => ({
        accountId,
        erasureId,
        cancelled,
        logs: log_ids.length,
        logsDone: last,
      })),
      ...batch.of(engagementsErased).map(({ accountId, payload: { erasure_id: erasureId, logs: engagedLogs } }) => ({
        accountId,
        erasureId,
        engagedLogs,
      })),
      ...batch
        .of(membershipsErased)
        .map(({ accountId, payload: { erasure_id: erasureId, memberships: dripMembers, last: dripsDone } }) => ({
          accountId,
          erasureId,
          dripMembers,
          dripsDone,
        })),
    ]);
  }
}
