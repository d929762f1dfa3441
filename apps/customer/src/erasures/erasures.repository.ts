import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { ErasureEntity } from './erasure.entity.js';

/** Progress that one event reports. */
export interface Progress {
  readonly accountId: string;
  readonly erasureId: string;
  readonly logs?: number;
  readonly cancelled?: number;
  readonly engagedLogs?: number;
  readonly dripMembers?: number;
  readonly logsDone?: boolean;
  readonly dripsDone?: boolean;
}

@Injectable()
export class ErasuresRepository {
  constructor(private readonly database: DataSource) {}

  find(accountId: string, id: string): Promise<ErasureEntity | null> {
    return this.database.manager.findOneBy(ErasureEntity, { accountId, id });
  }

  /** Uses the clock that generates ids, not the database clock: everything accepted before this time is erased. */
  start(tx: EntityManager, accountId: string, id: string, pseudonym: string): Promise<ErasureEntity> {
    return tx.save(tx.create(ErasureEntity, { accountId, id, pseudonym, createdAt: new Date() }));
  }

  async add(tx: EntityManager, progress: readonly Progress[]): Promise<void> {
    const column = <Value>(value: (each: Progress) => Value): Value[] => progress.map(value);
    await tx.query(
      `update erasures set logs = erasures.logs + progress.logs, cancelled = erasures.cancelled + progress.cancelled,
         engaged_logs = erasures.engaged_logs + progress.engaged_logs, drip_members = erasures.drip_members + progress.drip_members,
         logs_done = erasures.logs_done or progress.logs_done, drips_done = erasures.drips_done or progress.drips_done
       from (
         select account_id, id, sum(logs) as logs, sum(cancelled) as cancelled, sum(engaged_logs) as engaged_logs, sum(drip_members) as drip_members,
           bool_or(logs_done) as logs_done, bool_or(drips_done) as drips_done
         from unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::int[], $6::int[], $7::boolean[], $8::boolean[])
           as progress (account_id, id, logs, cancelled, engaged_logs, drip_members, logs_done, drips_done)
         group by account_id, id
       ) as progress
       where erasures.account_id = progress.account_id and erasures.id = progress.id`,
      [
        column(({ accountId }) => accountId),
        column(({ erasureId }) => erasureId),
        column(({ logs }) => logs ?? 0),
        column(({ cancelled }) => cancelled ?? 0),
        column(({ engagedLogs }) => engagedLogs ?? 0),
        column(({ dripMembers }) => dripMembers ?? 0),
        column(({ logsDone }) => logsDone ?? false),
        column(({ dripsDone }) => dripsDone ?? false),
      ],
    );
  }
}
