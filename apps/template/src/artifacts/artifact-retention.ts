import { Injectable, Logger } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import type { ArtifactKey } from './artifacts.repository.js';
import { ArtifactsRepository } from './artifacts.repository.js';

const firstAfterMs = 60_000;
const everyMs = 24 * 60 * 60 * 1000;
/** Far below what fits into the limit of a statement, whatever the backlog. */
const rowsPerStatement = 1_000;
/** A round looks at every artifact there is; this many batches are ten million of them. */
const maxBatches = 10_000;

/** Once a day deletes the artifacts that no mail can still refer to, and then notes which have lost their version since. */
@Injectable()
export class ArtifactRetention extends PeriodicTask {
  private readonly logger = new Logger(ArtifactRetention.name);
  private lookedAt: ArtifactKey | undefined;

  constructor(private readonly artifacts: ArtifactsRepository) {
    super({ everyMs, firstAfterMs, maxBatches });
  }

  protected async batch(): Promise<boolean> {
    const deleted = await this.artifacts.deleteExpired(rowsPerStatement);
    if (deleted > 0) this.logger.log(`deleted ${deleted} unused artifacts`);
    if (deleted === rowsPerStatement) return true;
    this.lookedAt = await this.artifacts.noteUnused(this.lookedAt, rowsPerStatement);
    return this.lookedAt !== undefined;
  }

  protected onError(error: Error): void {
    this.logger.warn({ err: error }, 'could not delete unused artifacts; trying again tomorrow');
  }
}
