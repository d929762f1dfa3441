import { Injectable } from '@nestjs/common';
import { messageAccepted } from '@postrider/contracts';
import { On } from '@postrider/messaging';
import type { EntityManager } from 'typeorm';
import type { Accepted } from './triggers.service.js';
import { TriggersService } from './triggers.service.js';

@Injectable()
export class TriggersConsumer {
  constructor(private readonly triggers: TriggersService) {}

  /** Most mail triggers nothing: it costs its share of a statement that reads, and no transaction. */
  @On(messageAccepted, {
    when: ({ source }) => source === 'send',
    prepare: (self: TriggersConsumer, events) => self.triggers.contentsOf(events),
  })
  accepted(events: readonly Accepted[], tx: EntityManager): Promise<void> {
    return this.triggers.activate(tx, events);
  }
}
