import { Injectable } from '@nestjs/common';
import { customerErased } from '@postrider/contracts';
import type { ReceivedEvent } from '@postrider/messaging';
import { On } from '@postrider/messaging';
import type { EntityManager } from 'typeorm';
import { ErasuresService } from './erasures.service.js';

@Injectable()
export class ErasuresConsumer {
  constructor(private readonly erasures: ErasuresService) {}

  @On(customerErased)
  erased(events: readonly ReceivedEvent<typeof customerErased>[], tx: EntityManager): Promise<void> {
    return this.erasures.begin(tx, events);
  }
}
