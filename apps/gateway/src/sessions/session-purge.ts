import { Injectable, Logger } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { SessionsRepository } from './sessions.repository.js';

const hourMs = 60 * 60_000;
const atOnce = 1_000;

/** Deletes what nobody can use any more. */
@Injectable()
export class SessionPurge extends PeriodicTask {
  private readonly logger = new Logger('SessionPurge');

  constructor(private readonly sessions: SessionsRepository) {
    super({ everyMs: hourMs });
  }

  protected batch(): Promise<boolean> {
    return this.sessions.purge(atOnce);
  }

  protected onError(error: Error): void {
    this.logger.warn({ err: error }, 'ended sessions not deleted');
  }
}
