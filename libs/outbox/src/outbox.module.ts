import type { DynamicModule } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import type { ServiceName } from '@postrider/contracts';
import { DeadLetterGauge } from './dead-letter-gauge.js';
import { Inbox } from './inbox.js';
import { Outbox } from './outbox.js';
import { OutboxRelay } from './relay.js';
import { SERVICE_NAME } from './service-name.js';

/** The event side of a service: says events through its outbox, takes others' through its inbox. */
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
