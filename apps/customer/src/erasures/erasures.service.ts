import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ErasureResource, RequestContext } from '@postrider/contracts';
import {
  addressKey,
  customerErased,
  engagementsErased,
  logsErased,
  membershipsErased,
  newId,
  buildPseudonym,
  toTimestamp,
  notFound,
} from '@postrider/contracts';
import { Outbox, OutboxRelay } from '@postrider/outbox';
import { erasePersonalData } from '@postrider/service';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { DeletionsRepository } from '../deletions/deletions.repository.js';
import { ErasuresRepository } from './erasures.repository.js';
import { customerPersonalData } from './personal-data.js';
import type { ErasureEntity } from './erasure.entity.js';
import type { EventBatch } from '@postrider/messaging';
import { OnBatch, subscribe } from '@postrider/messaging';

/** Counts what other services have erased. */
@Injectable()
export class ErasuresConsumer {
  constructor(private readonly erasures: ErasuresRepository) {}

  @OnBatch(subscribe(logsErased), subscribe(engagementsErased), subscribe(membershipsErased))
  async count(batch: EventBatch, tx: EntityManager): Promise<void> {
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

/** Events of delivery, tracking and drip arrive in any order: an erasure is done when all three have finished. */
const toErasureResource = (erasure: ErasureEntity): ErasureResource => ({
  object: 'erasure',
  id: erasure.id,
  created: toTimestamp(erasure.createdAt),
  pseudonym: erasure.pseudonym,
  state: erasure.logsDone && erasure.dripsDone && erasure.engagedLogs >= erasure.logs ? 'done' : 'running',
  logs: erasure.logs,
  cancelled: erasure.cancelled,
  drip_members: erasure.dripMembers,
});

/**
 * Erases the personal data of a customer (docs/reference/personal-data.md#erase-a-person): here in one transaction, in
 * the other services by its event.
 */
@Injectable()
export class ErasuresService {
  constructor(
    private readonly database: DataSource,
    private readonly deletions: DeletionsRepository,
    private readonly erasures: ErasuresRepository,
    private readonly outbox: Outbox,
    private readonly relay: OutboxRelay,
  ) {}

  /** Works without a customer, too: logs of a deleted customer may exist. */
  async start(context: RequestContext, address: string): Promise<ErasureResource> {
    const { accountId } = context;
    const email = addressKey(address);
    const pseudonym = buildPseudonym(randomBytes(10).toString('hex'));
    const erasureId = newId('erasure');
    const erasure = await this.database.transaction(async (tx) => {
      await this.deletions.add(tx, { accountId, email });
      await erasePersonalData(tx, customerPersonalData, 'recipient', { accountId, keys: [email], pseudonym });
      const erasure = await this.erasures.start(tx, accountId, erasureId, pseudonym);
      const at_ms = erasure.createdAt.getTime();
      await this.outbox.add(tx, customerErased, context, { erasure_id: erasureId, email, pseudonym, at_ms });
      return erasure;
    });
    this.relay.wake();
    return toErasureResource(erasure);
  }

  async get({ accountId }: RequestContext, erasureId: string): Promise<ErasureResource> {
    const erasure = await this.erasures.find(accountId, erasureId);
    if (!erasure) notFound('Erasure');
    return toErasureResource(erasure);
  }
}
