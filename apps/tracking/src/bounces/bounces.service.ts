import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { LinkedMail } from '@postrider/links';
import { HeardEvents } from '../provider-events/heard-events.js';
import { readBounce } from './read-bounce.js';

/** Of a mail that came back (docs/operate/limits.md#reported-events). */
export const maxBytes = 1024 * 1024;

/** What a mail server has nobody's ESP account for: the return path says of which log it is. */
const noEspAccount = '';

/** Mails that came back: what they say goes the way of what providers report (docs/bounces.md). */
@Injectable()
export class BouncesService {
  constructor(private readonly events: HeardEvents) {}

  /** When it returns, what the mail says is stored; the same mail again changes nothing. */
  async take(mails: readonly LinkedMail[], raw: Buffer, sender: string | undefined): Promise<void> {
    const { notices, messageId, atMs } = await readBounce(raw, sender);
    const mail = messageId ?? createHash('sha256').update(raw).digest('base64url');
    for (const { accountId, logId } of mails)
      await this.events.store(
        { accountId, espAccountId: noEspAccount, espType: 'smtp' },
        notices.map((notice, place) => ({ ...notice, key: `${logId} ${place} ${mail}`, logId, atMs })),
      );
  }
}
