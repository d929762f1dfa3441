import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { membershipsErased } from '@postrider/contracts';
import { Outbox, OutboxRelay } from '@postrider/outbox';
import { erasePersonalData } from '@postrider/service';
import { DataSource } from 'typeorm';
import { ErasuresRepository } from './erasures.repository.js';
import { dripPersonalData } from './personal-data.js';

const everyMs = 10_000;
const membershipsPerBatch = 1_000;

/** Erases what is stored of memberships of people who are to be forgotten: a bounded batch a transaction, accounts in turn, by whichever process gets to it. */
@Injectable()
export class MembershipEraser extends PeriodicTask {
  constructor(
    private readonly database: DataSource,
    private readonly erasures: ErasuresRepository,
    private readonly outbox: Outbox,
    private readonly relay: OutboxRelay,
  ) {
    super({ everyMs, firstAfterMs: 0, failure: 'memberships could not be erased yet' });
  }

  protected async batch(): Promise<boolean> {
    const more = await this.database.transaction(async (tx) => {
      const erasure = await this.erasures.due(tx);
      if (!erasure) return false;
      const keys = [erasure.recipientKey];
      const memberships = await erasePersonalData(
        tx,
        dripPersonalData,
        'recipient',
        { ...erasure, keys },
        erasure.before,
        membershipsPerBatch,
      );
      const last = memberships < membershipsPerBatch;
      await this.outbox.add(tx, membershipsErased, erasure, { erasure_id: erasure.id, memberships, last });
      if (last) await this.erasures.end(tx, erasure);
      else await this.erasures.goOn(tx, erasure);
      return true;
    });
    if (more) this.relay.wake();
    return more;
  }
}
