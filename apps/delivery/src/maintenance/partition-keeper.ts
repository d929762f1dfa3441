import { Inject, Injectable } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { timeOfId } from '@postrider/contracts';
import { CONFIG } from '@postrider/service';
import type { DeliveryConfig } from '../config.js';
import type { MonthlyPartition, PartitionedTable } from './partitions.repository.js';
import {
  PartitionsRepository,
  getMonth,
  monthlyPartition,
  partitionedTables,
  startOfMonth,
} from './partitions.repository.js';
import { ArtifactsRepository } from '../attempts/artifacts.repository.js';
import { WaitingStepsRepository } from './waiting-steps.repository.js';

const monthsAhead = 2;
const everyMs = 60 * 60 * 1000;
/** Bounds partitions for unexpected months, in case a clock jumps. */
const strayMonthsPerRound = 24;
const rowsPerStatement = 5_000;
const stepsPerStatement = 500;

/**
 * Creates the partitions of the coming months, and drops those older than LOG_RETENTION_MONTHS. Rows without a
 * partition go to the default one, which is slower, until theirs is created. Failed steps are retried after an hour.
 */
@Injectable()
export class PartitionKeeper extends PeriodicTask {
  constructor(
    private readonly partitions: PartitionsRepository,
    private readonly waitingSteps: WaitingStepsRepository,
    private readonly artifacts: ArtifactsRepository,
    @Inject(CONFIG) private readonly config: DeliveryConfig,
  ) {
    super({ everyMs, failure: 'the partitions could not be maintained' });
  }

  /** Email may be accepted as soon as this returns, so the partition of the month must exist. */
  override async onApplicationBootstrap(): Promise<void> {
    await this.createMissing(new Date());
    super.onApplicationBootstrap();
    this.wake();
  }

  protected async batch(stopping: AbortSignal): Promise<void> {
    await this.keep(new Date(), stopping);
  }

  /** One round of maintenance at the time `now`. Never rejects. */
  async keep(now: Date, stopping?: AbortSignal): Promise<void> {
    await this.createMissing(now);
    await this.dropOld(now, stopping);
  }

  private async createMissing(now: Date): Promise<void> {
    for (const table of partitionedTables) {
      await this.logFailure(`the partitions of ${table} could not be created yet`, async () => {
        for (let offset = 0; offset <= monthsAhead; offset++)
          await this.add(table, monthlyPartition(table, now, offset));
        for (let count = 0; count < strayMonthsPerRound; count++) {
          const stray = await this.partitions.oldestUnpartitioned(table);
          if (stray === undefined || !(await this.add(table, monthlyPartition(table, new Date(timeOfId(stray)), 0))))
            break;
        }
      });
    }
  }

  private async dropOld(now: Date, stopping: AbortSignal | undefined): Promise<void> {
    if (this.config.LOG_RETENTION_MONTHS === undefined) return;
    const firstKept = monthlyPartition('logs', now, -this.config.LOG_RETENTION_MONTHS);
    await this.logFailure('old months could not be dropped yet', async () => {
      for (const month of await this.partitions.monthsBefore(getMonth(firstKept))) {
        if (!stopping?.aborted)
          await this.logFailure(`the logs of ${month} could not be dropped yet`, () =>
            this.dropMonth(month, now, stopping),
          );
      }
      await this.deleteInBatches((limit) => this.partitions.deleteFailures(firstKept.from, limit), stopping);
      const before = new Date(timeOfId(firstKept.from));
      await this.deleteInBatches((limit) => this.artifacts.deleteUnused(before, limit), stopping);
    });
  }

  /** Deletes rows that refer to dropped months, until a statement finds fewer than its limit. */
  private async deleteInBatches(
    statement: (limit: number) => Promise<number>,
    stopping: AbortSignal | undefined,
  ): Promise<void> {
    for (let forgotten = rowsPerStatement; forgotten === rowsPerStatement;) {
      if (stopping?.aborted) return;
      forgotten = await statement(rowsPerStatement);
    }
  }

  /**
   * Moves waiting campaign email to the current month first; otherwise a long delay would keep the logs of all
   * accounts.
   */
  private async dropMonth(month: string, now: Date, stopping: AbortSignal | undefined): Promise<void> {
    const ofMonth = (table: PartitionedTable): MonthlyPartition => monthlyPartition(table, startOfMonth(month), 0);
    for (let after: string | undefined = ''; after !== undefined;) {
      if (stopping?.aborted) return;
      after = await this.waitingSteps.renew(ofMonth('logs'), now, after, stepsPerStatement);
    }
    if (await this.partitions.hasWork(ofMonth('logs'))) return;
    for (const table of partitionedTables) {
      if (!(await this.partitions.drop(ofMonth(table)))) return;
    }
    this.logger.log(
      `the logs of ${month} were dropped: they are older than LOG_RETENTION_MONTHS (${this.config.LOG_RETENTION_MONTHS})`,
    );
  }

  /** False when another replica is doing it. */
  private async add(table: PartitionedTable, partition: MonthlyPartition): Promise<boolean> {
    if (await this.partitions.exists(partition)) return true;
    const moved = await this.partitions.add(table, partition);
    if (moved)
      this.logger.warn(
        `${moved} rows had no partition in time and were moved from ${table}_default to ${partition.name}`,
      );
    return moved !== undefined;
  }

  /** A failure of one step does not prevent the others. */
  private async logFailure(what: string, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.logger.warn(`${what}: ${(error as Error).message}`);
    }
  }
}
