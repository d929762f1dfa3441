import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { LinkedMail } from '@postrider/links';
import { addToOutbox, OutboxRelay } from '@postrider/outbox';
import { DataSource } from 'typeorm';
import { countEvents, toOutboxRows } from '../provider-events/reported.js';
import { readBounce } from './read-bounce.js';

/** Maximum size of a returned email (docs/operate/limits.md#reported-events). */
export const maxBytes = 1024 * 1024;

/** Stores the events of returned email in the outbox for delivery (docs/bounces.md). */
@Injectable()
export class BouncesService {
  constructor(
    private readonly database: DataSource,
    private readonly relay: OutboxRelay,
  ) {}

  /** Idempotent: resolves when the events are stored. The same email gives the same event ids. */
  async store(mails: readonly LinkedMail[], raw: Buffer, sender: string | undefined): Promise<void> {
    const { notices, messageId, atMs } = await readBounce(raw, sender);
    const mail = messageId ?? createHash('sha256').update(raw).digest('base64url');
    for (const { accountId, logId } of mails) {
      const rows = toOutboxRows(
        { accountId, espAccountId: '', espType: 'smtp' },
        notices.map((notice, index) => ({ ...notice, key: `${logId} ${index} ${mail}`, logId, atMs })),
      );
      await addToOutbox(this.database.manager, rows);
      countEvents('smtp', 'published', rows.length);
    }
    this.relay.wake();
  }
}
