import { jest } from '@jest/globals';
import type { TestingModule } from '@nestjs/testing';
import { Test } from '@nestjs/testing';
import { CONFIG, createLogger } from '@postrider/service';
import { waitFor } from '@postrider/testing';
import { gatewayConfig } from '../config.js';
import { AuthenticationModule } from './authentication.module.js';
import { AuthenticationService } from './authentication.service.js';
import type { StoredKey } from './stored-keys.repository.js';
import { StoredKeysRepository } from './stored-keys.repository.js';
import { StoredSessionsRepository } from './stored-sessions.repository.js';

const request = { headers: { authorization: `Basic ${Buffer.from('live_key:').toString('base64')}` }, ip: '192.0.2.1' };
const stored: StoredKey = {
  caller: { accountId: 'acc_1', keyId: 'key_1', kind: 'live', scopes: null, defaultSender: null },
  expiresAt: null,
};
const rejected = expect.objectContaining({ code: 'invalid_api_key' });

/** A repository whose lookups the test resolves. */
class ControlledKeys {
  readonly lookups: { respond(key: StoredKey | undefined): void; fail(): void }[] = [];

  findByDigest(): Promise<StoredKey | undefined> {
    return new Promise((resolve, reject) => {
      this.lookups.push({ respond: resolve, fail: () => reject(new Error('database unavailable')) });
    });
  }

  markUsed(): Promise<void> {
    return Promise.resolve();
  }
}

class Configured {}
const config = gatewayConfig.read({
  DATABASE_URL: 'postgres://localhost/postrider',
  AMQP_URL: 'memory:',
  SECRETS_KEY: Buffer.alloc(32).toString('base64'),
});

describe('AuthenticationService', () => {
  let module: TestingModule;
  let keys: ControlledKeys;
  let authentication: AuthenticationService;
  beforeEach(async () => {
    keys = new ControlledKeys();
    module = await Test.createTestingModule({
      imports: [
        AuthenticationModule,
        { module: Configured, global: true, providers: [{ provide: CONFIG, useValue: config }], exports: [CONFIG] },
      ],
    })
      .overrideProvider(StoredKeysRepository)
      .useValue(keys)
      .overrideProvider(StoredSessionsRepository)
      .useValue({})
      .setLogger(createLogger('gateway', 'silent'))
      .compile();
    authentication = module.get(AuthenticationService);
  });
  afterEach(() => module.close());

  /** The caller, or the error. Call it before the lookup is answered. */
  const outcome = (): Promise<unknown> => authentication.authenticate(request).catch((error: unknown) => error);
  const turn = (): Promise<void> => new Promise(setImmediate);
  /** The next lookup, which must have started. */
  const lookup = async (position: number) => {
    await turn();
    expect(keys.lookups).toHaveLength(position + 1);
    return keys.lookups[position]!;
  };

  it('looks a key up once for concurrent requests, and caches it', async () => {
    const together = Promise.all([authentication.authenticate(request), authentication.authenticate(request)]);
    (await lookup(0)).respond(stored);
    expect(await together).toEqual([stored.caller, stored.caller]);
    expect(await authentication.authenticate(request)).toBe(stored.caller);
    expect(keys.lookups).toHaveLength(1);
  });

  it('rejects a cached key as soon as it is revoked', async () => {
    const known = outcome();
    (await lookup(0)).respond(stored);
    expect(await known).toBe(stored.caller);
    authentication.evict('key_1');
    const after = outcome();
    (await lookup(1)).respond(undefined);
    expect(await after).toEqual(rejected);
  });

  it('rejects a key that is revoked during its lookup, and does not cache the result', async () => {
    const during = outcome();
    const older = await lookup(0);
    authentication.evict('key_1');
    const after = outcome();
    older.respond(stored);
    expect([await during, await after, await outcome()]).toEqual([rejected, rejected, rejected]);
    expect(keys.lookups).toHaveLength(1);
  });

  it('accepts a key when another key is revoked during its lookup', async () => {
    const during = outcome();
    const older = await lookup(0);
    authentication.evict('key_2');
    older.respond(stored);
    expect(await during).toBe(stored.caller);
    expect(await outcome()).toBe(stored.caller);
    expect(keys.lookups).toHaveLength(1);
  });

  describe('with a cached key', () => {
    let elapsedMs = 0;
    beforeEach(() => {
      elapsedMs = 0;
      const now = performance.now.bind(performance);
      jest.spyOn(performance, 'now').mockImplementation(() => now() + elapsedMs);
    });
    afterEach(() => jest.restoreAllMocks());
    const known = async (): Promise<void> => {
      const first = outcome();
      (await lookup(0)).respond(stored);
      expect(await first).toBe(stored.caller);
    };
    /** Repeats requests until the cache, which reads the clock every 100 ms, looks the key up again. */
    const lookedUpAgain = async (position: number) =>
      (await waitFor(async () => {
        const result = outcome();
        await turn();
        return keys.lookups[position] && { result, lookup: keys.lookups[position] };
      }))!;

    it('renews the entry in the background, and keeps it when the renewal fails', async () => {
      await known();
      elapsedMs = 21_000;
      const first = await lookedUpAgain(1);
      expect(await first.result).toBe(stored.caller);
      first.lookup.fail();
      await turn();
      const second = await lookedUpAgain(2);
      second.lookup.respond(stored);
      expect(await second.result).toBe(stored.caller);
      await turn();
      elapsedMs += 15_000;
      expect(await outcome()).toBe(stored.caller);
      expect(keys.lookups).toHaveLength(3);
    });

    it('rejects the key once a renewal finds it revoked by another process', async () => {
      await known();
      elapsedMs = 21_000;
      const { result, lookup: renewal } = await lookedUpAgain(1);
      renewal.respond(undefined);
      expect(await result).toBe(stored.caller);
      await turn();
      expect(await outcome()).toEqual(rejected);
    });

    it('drops the entry after 30 s without a renewal', async () => {
      await known();
      elapsedMs = 31_000;
      const { result, lookup: renewal } = await lookedUpAgain(1);
      renewal.respond(undefined);
      expect(await result).toEqual(rejected);
    });
  });

  it('looks a key up again after a lookup that failed', async () => {
    const failed = outcome();
    (await lookup(0)).fail();
    expect(await failed).toMatchObject({ code: 'unavailable' });
    const again = outcome();
    (await lookup(1)).respond(stored);
    expect(await again).toBe(stored.caller);
  });
});
