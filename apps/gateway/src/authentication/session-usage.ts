import { Injectable } from '@nestjs/common';
import { LastUse } from './last-use.js';
import { StoredSessionsRepository } from './stored-sessions.repository.js';

const exactMs = 5 * 60_000;

/** When a session was last used, to five minutes. */
@Injectable()
export class SessionUsage extends LastUse {
  constructor(private readonly sessions: StoredSessionsRepository) {
    super(exactMs, 'sessions');
  }

  protected write(ids: readonly string[]): Promise<void> {
    return this.sessions.markSeen(ids);
  }
}
