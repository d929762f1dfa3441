import { Injectable, Logger } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';

const deadLetters = new Gauge({
  name: 'postrider_outbox_dead',
  help: 'Events given up after five attempts of a consumer, by schema',
  labelNames: ['schema'],
});

/** Counts the dead letters that stay in the outbox where there is no broker to hold them. */
@Injectable()
export class DeadLetterGauge extends PeriodicTask {
  private readonly logger = new Logger(DeadLetterGauge.name);

  constructor(private readonly database: DataSource) {
    super({ everyMs: 60_000, firstAfterMs: 5_000 });
  }

  protected async batch(): Promise<void> {
    const [{ count, schema }] = (await this.database.query(
      'select count(*)::int as count, current_schema() as schema from outbox where dead_at is not null',
    )) as [{ count: number; schema: string }];
    deadLetters.set({ schema }, count);
  }

  protected onError({ message }: Error): void {
    this.logger.warn(`cannot count the dead letters now: ${message}`);
  }
}
