import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { OutboxRelay } from '@postrider/outbox';
import { CONFIG } from '@postrider/service';
import type { DeliveryConfig } from '../config.js';
import type { AttemptResult } from './results.repository.js';
import { ResultsRepository } from './results.repository.js';

const retryMs = { first: 100, longest: 2_000 };

/** The ESP's answer must not be lost because the database is away for a moment: it is kept, and written again while the lease is ours. */
@Injectable()
export class ResultRecorder {
  private readonly logger = new Logger(ResultRecorder.name);

  constructor(
    private readonly results: ResultsRepository,
    private readonly relay: OutboxRelay,
    @Inject(CONFIG) private readonly config: DeliveryConfig,
  ) {}

  /** Never rejects: what cannot be written before the lease ends is taken up again by whoever leases the message next. */
  async record(result: AttemptResult): Promise<void> {
    const until = Date.now() + this.config.LEASE_SECONDS * 1000;
    for (let wait = retryMs.first; ; wait = Math.min(wait * 2, retryMs.longest)) {
      try {
        const owned = await this.results.record(result);
        if (!owned)
          this.logger.warn({ logId: result.messageId }, 'another process took this message over; its result stands');
        this.relay.wake();
        return;
      } catch (error) {
        if (Date.now() + wait > until) {
          this.logger.error({ err: error, logId: result.messageId }, 'the outcome of an attempt could not be recorded');
          return;
        }
        this.logger.warn(`a result could not be recorded yet: ${(error as Error).message}`);
        await sleep(wait);
      }
    }
  }
}
