import { Logger } from '@nestjs/common';
import { createLogger } from '@postrider/service';
import { KeyUsage } from './last-use.js';
import type { StoredKeysRepository } from './stored-keys.repository.js';

/** Adds each write to `written`; writes fail if it is undefined. */
function usageInto(written: (readonly string[])[] | undefined): KeyUsage {
  const keys: Pick<StoredKeysRepository, 'markUsed'> = {
    markUsed: (ids) => {
      if (!written) return Promise.reject(new Error('database unavailable'));
      written.push(ids);
      return Promise.resolve();
    },
  };
  return new KeyUsage(keys as StoredKeysRepository);
}

describe('KeyUsage', () => {
  beforeAll(() => Logger.overrideLogger(createLogger('gateway', 'silent')));

  it('writes all used keys in one statement, and each key once a minute', async () => {
    const written: (readonly string[])[] = [];
    const usage = usageInto(written);
    for (const key of ['key_1', 'key_2', 'key_1']) usage.record(key);
    await usage.run();
    usage.record('key_1');
    usage.record('key_3');
    await usage.run();
    await usage.run();
    expect(written).toEqual([['key_1', 'key_2'], ['key_3']]);
    await usage.beforeApplicationShutdown();
  });

  it('writes pending keys at shutdown', async () => {
    const written: (readonly string[])[] = [];
    const usage = usageInto(written);
    usage.record('key_1');
    await usage.beforeApplicationShutdown();
    expect(written).toEqual([['key_1']]);
  });

  it('drops pending keys without an error while the database is unavailable', async () => {
    const usage = usageInto(undefined);
    usage.record('key_1');
    await usage.run();
    usage.record('key_2');
    await expect(usage.beforeApplicationShutdown()).resolves.toBeUndefined();
  });
});
