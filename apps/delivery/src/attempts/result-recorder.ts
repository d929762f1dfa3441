import { setTimeout as sleep } from 'node:timers/promises';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { OutboxRelay } from '@postrider/outbox';
import { CONFIG } from '@postrider/service';
import type { DeliveryConfig } from '../config.js';
import type { AttemptResult } from './results.repository.js';
import { ResultsRepository } from './results.repository.js';

const retryMs = { first: 100, max: 2_000 };

/** SQLSTATE classes 22 (data) and 23 (constraint): retrying the statement does not help. */
const isDataError = (error: unknown): boolean => /^2[23]/.test(String((error as { code?: unknown }).code ?? ''));

/** Keeps an ESP's response when the database is down, and retries the write for as long as this process runs. */
@Injectable()
export class ResultRecorder implements OnApplicationShutdown {
  private readonly logger = new Logger(ResultRecorder.name);
  private stopped = false;

  constructor(
    private readonly results: ResultsRepository,
    private readonly relay: OutboxRelay,
    @Inject(CONFIG) private readonly config: DeliveryConfig,
  ) {}

  onApplicationShutdown(): void {
    this.stopped = true;
  }

  /**
   * Never rejects. When the process stops before the result is written, the lease expires and the message is sent
   * again.
   */
  async record(result: AttemptResult): Promise<void> {
    const leaseEnds = Date.now() + this.config.LEASE_SECONDS * 1000;
    for (let wait = retryMs.first; ; wait = Math.min(wait * 2, retryMs.max)) {
      try {
        const owned = await this.results.record(result);
        if (!owned)
          this.logger.warn({ logId: result.messageId }, 'another attempt owns this message; this result is discarded');
        this.relay.wake();
        return;
      } catch (error) {
        if (this.stopped || (isDataError(error) && Date.now() + wait > leaseEnds)) {
          this.logger.error({ err: error, logId: result.messageId }, 'the outcome of an attempt could not be recorded');
          return;
        }
        this.logger.warn(`a result could not be recorded yet: ${(error as Error).message}`);
        await sleep(wait);
      }
    }
  }
}
