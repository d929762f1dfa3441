import { Injectable } from '@nestjs/common';
import { messageAccepted } from '@postrider/contracts';
import type { ReceivedEvent } from '@postrider/messaging';
import { On } from '@postrider/messaging';
import type { EntityManager } from 'typeorm';
import { TriggersService } from './triggers.service.js';

type Accepted = ReceivedEvent<typeof messageAccepted>;

@Injectable()
export class TriggersConsumer {
  constructor(private readonly triggers: TriggersService) {}

  /** Most mail triggers nothing: it costs its share of a statement that reads, and no transaction. */
  @On(messageAccepted, {
    when: ({ source }) => source === 'send',
    sift: (self: TriggersConsumer, events) => self.triggers.thatTrigger(events),
  })
  accepted(events: readonly Accepted[], tx: EntityManager): Promise<void> {
    return this.triggers.activate(tx, events);
  }
}
