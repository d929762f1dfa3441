import { Injectable } from '@nestjs/common';
import { messageEnded, messageSent } from '@postrider/contracts';
import type { ReceivedEvent } from '@postrider/messaging';
import { On } from '@postrider/messaging';
import type { EntityManager } from 'typeorm';
import { ProgressService } from './progress.service.js';

/** Other mail than campaigns' is left out before anything is asked or written. */
@Injectable()
export class ProgressConsumer {
  constructor(private readonly progress: ProgressService) {}

  @On(messageSent, { when: ({ drip }) => drip !== undefined })
  sent(events: readonly ReceivedEvent<typeof messageSent>[], tx: EntityManager): Promise<void> {
    return this.progress.goOn(tx, events);
  }

  @On(messageEnded, { when: ({ drip }) => drip !== undefined })
  ended(events: readonly ReceivedEvent<typeof messageEnded>[], tx: EntityManager): Promise<void> {
    return this.progress.goOn(tx, events);
  }
}
