import { Injectable, Logger } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { AuditRepository } from './audit.repository.js';

const hourMs = 60 * 60_000;
const atOnce = 1_000;

/** Bounds how long changes are remembered, and how many of an account. */
@Injectable()
export class AuditPurge extends PeriodicTask {
  private readonly logger = new Logger('AuditPurge');

  constructor(private readonly entries: AuditRepository) {
    super({ everyMs: hourMs });
  }

  protected batch(): Promise<boolean> {
    return this.entries.purge(atOnce);
  }

  protected onError(error: Error): void {
    this.logger.warn({ err: error }, 'old lines of the audit log not deleted');
  }
}
