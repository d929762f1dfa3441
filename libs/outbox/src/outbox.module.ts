import type { DynamicModule } from '@nestjs/common';
import { Injectable, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import type { ServiceName } from '@postrider/contracts';
import { Inbox } from './inbox.js';
import { Outbox } from './outbox.js';
import { OutboxRelay, SERVICE_NAME } from './relay.js';
import { PeriodicTask } from '@postrider/concurrency';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';

const deadLetters = new Gauge({
  name: 'postrider_outbox_dead',
  help: 'Events given up after five attempts of a consumer, by schema',
  labelNames: ['schema'],
});

/** Counts the dead letters that stay in the outbox when there is no broker. */
@Injectable()
class DeadLetterGauge extends PeriodicTask {
  constructor(private readonly database: DataSource) {
    super({ everyMs: 60_000, firstAfterMs: 5_000, failure: 'cannot count the dead letters' });
  }

  protected async batch(): Promise<void> {
    const [{ count, schema }] = (await this.database.query(
      'select count(*)::int as count, current_schema() as schema from outbox where dead_at is not null',
    )) as [{ count: number; schema: string }];
    deadLetters.set({ schema }, count);
  }
}

/** Adds the outbox and the inbox of a service. */
@Module({})
export class OutboxModule {
  static forService(service: ServiceName): DynamicModule {
    return {
      module: OutboxModule,
      global: true,
      imports: [DiscoveryModule],
      providers: [{ provide: SERVICE_NAME, useValue: service }, Outbox, OutboxRelay, Inbox, DeadLetterGauge],
      exports: [Outbox, OutboxRelay],
    };
  }
}
