import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import type { ArtifactKey } from './artifacts.repository.js';
import { ArtifactsRepository } from './artifacts.repository.js';

const firstAfterMs = 60_000;
const everyMs = 24 * 60 * 60 * 1000;
/** Far below what fits into the limit of a statement, whatever the backlog. */
const rowsPerStatement = 1_000;
/** A round looks at every artifact there is; this many batches are ten million of them. */
const maxBatches = 10_000;

/** Once a day notes which artifacts have lost their version since; `templateRetention` deletes them when no mail can still refer to them. */
@Injectable()
export class UnusedArtifacts extends PeriodicTask {
  private lookedAt: ArtifactKey | undefined;

  constructor(private readonly artifacts: ArtifactsRepository) {
    super({ everyMs, firstAfterMs, maxBatches, failure: 'unused artifacts could not be noted today' });
  }

  protected async batch(): Promise<boolean> {
    this.lookedAt = await this.artifacts.noteUnused(this.lookedAt, rowsPerStatement);
    return this.lookedAt !== undefined;
  }
}
