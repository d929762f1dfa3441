import { Logger } from '@nestjs/common';
import { createLogger } from '@postrider/service';
import { KeyUsage } from './last-use.js';
import type { StoredKeysRepository } from './stored-keys.repository.js';

/** Notes the use of keys in a list of what was written at a time; fails where there is none. */
function usageInto(written: (readonly string[])[] | undefined): KeyUsage {
  const keys: Pick<StoredKeysRepository, 'markUsed'> = {
    markUsed: (ids) => {
      if (!written) return Promise.reject(new Error('database away'));
      written.push(ids);
      return Promise.resolve();
    },
  };
  return new KeyUsage(keys as StoredKeysRepository);
}

describe('the last use of keys', () => {
  beforeAll(() => Logger.overrideLogger(createLogger('gateway', 'silent')));

  it('is written for all keys at once, and for each once a minute', async () => {
    const written: (readonly string[])[] = [];
    const usage = usageInto(written);
    for (const key of ['key_1', 'key_2', 'key_1']) usage.note(key);
    await usage.run();
    usage.note('key_1');
    usage.note('key_3');
    await usage.run();
    await usage.run();
    expect(written).toEqual([['key_1', 'key_2'], ['key_3']]);
    await usage.beforeApplicationShutdown();
  });

  it('is written at the stop too', async () => {
    const written: (readonly string[])[] = [];
    const usage = usageInto(written);
    usage.note('key_1');
    await usage.beforeApplicationShutdown();
    expect(written).toEqual([['key_1']]);
  });

  it('is given up, not in the way, while the database is away', async () => {
    const usage = usageInto(undefined);
    usage.note('key_1');
    await usage.run();
    usage.note('key_2');
    await expect(usage.beforeApplicationShutdown()).resolves.toBeUndefined();
  });
});
