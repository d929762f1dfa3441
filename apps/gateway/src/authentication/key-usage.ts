import { Injectable } from '@nestjs/common';
import { LastUse } from './last-use.js';
import { StoredKeysRepository } from './stored-keys.repository.js';

const minuteMs = 60_000;

/** When a key was last used, to the minute. */
@Injectable()
export class KeyUsage extends LastUse {
  constructor(private readonly keys: StoredKeysRepository) {
    super(minuteMs, 'keys');
  }

  protected write(ids: readonly string[]): Promise<void> {
    return this.keys.markUsed(ids);
  }
}
