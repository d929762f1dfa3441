import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { createPartition, monthlyPartition, partitionedTables } from './partitions.js';

const monthsAhead = 2;
const everyMs = 6 * 60 * 60 * 1000;

/** Makes the partitions of the coming months in time. Rows without one would go to the default partition, slower but not lost. */
@Injectable()
export class PartitionKeeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(PartitionKeeper.name);
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly database: DataSource) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.keep();
    this.timer = setInterval(() => void this.keep(), everyMs);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async keep(): Promise<void> {
    try {
      for (const table of partitionedTables) {
        for (let offset = 0; offset <= monthsAhead; offset++) {
          const partition = monthlyPartition(table, new Date(), offset);
          const [{ present }] = await this.database.query('select to_regclass($1) is not null as present', [partition.name]) as [{ present: boolean }];
          if (!present) await this.database.query(createPartition(table, partition));
        }
      }
    } catch (error) {
      this.logger.error(error, 'the next partitions could not be made');
    }
  }
}
