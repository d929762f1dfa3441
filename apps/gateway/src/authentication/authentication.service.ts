import { Injectable, Logger } from '@nestjs/common';
import { ServiceError } from '@postrider/contracts';
import { unavailable } from '@postrider/messaging';
import type { IncomingApiRequest } from '../http/api-request.js';
import type { Caller } from '../http/caller.js';
import { AddressLimiter } from './address-limiter.js';
import { hashKey, getKeys } from './credentials.js';
import { KeyUsage } from './last-use.js';
import { CredentialCache } from './credential-cache.js';
import { StoredKeysRepository } from './stored-keys.repository.js';

/** Wrong keys of one address per minute. */
const maxWrongKeys = 50;

/** Finds the caller by its API key. */
@Injectable()
export class AuthenticationService {
  private readonly logger = new Logger('Authentication');
  private readonly known = new CredentialCache(
    (digest) => this.find(digest),
    ({ caller }) => caller.keyId,
  );
  private readonly failures = new AddressLimiter(maxWrongKeys, 'Too many requests with wrong API keys');

  constructor(
    private readonly keys: StoredKeysRepository,
    private readonly usage: KeyUsage,
  ) {}

  /** @throws ServiceError `unauthenticated`, `invalid_api_key`, `rate_limited`, `unavailable`. */
  async authenticate(request: Pick<IncomingApiRequest, 'headers' | 'ip' | 'otherKey'>): Promise<Caller> {
    const keys = getKeys(request);
    if (keys.length === 0)
      throw new ServiceError(
        'unauthenticated',
        /^bearer\b/i.test(request.headers.authorization ?? '')
          ? 'Bearer tokens are not accepted here: use HTTP Basic with the API key as user name and an empty password'
          : 'An API key is required: use HTTP Basic with the key as user name and an empty password',
      );
    for (const key of keys) {
      const digest = hashKey(key);
      const stored = this.known.get(digest) ?? (await this.known.lookUp(digest));
      if (stored === undefined || (stored.expiresAt !== null && stored.expiresAt <= Date.now())) continue;
      this.usage.record(stored.caller.keyId);
      return stored.caller;
    }
    const address = request.ip ?? '';
    this.failures.count(address);
    throw new ServiceError('invalid_api_key', 'This API key is unknown, revoked or expired');
  }

  /** Removes a revoked key from the cache. Call it after the commit. */
  evict(keyId: string): void {
    this.known.delete(keyId);
  }

  /** Call it when the account has changed: its keys are looked up again. */
  refresh(accountId: string): void {
    this.known.refresh(({ caller }) => caller.accountId === accountId);
  }

  private find(digest: string): ReturnType<StoredKeysRepository['findByDigest']> {
    return this.keys.findByDigest(digest).catch((error: unknown) => {
      this.logger.error({ err: error }, 'cannot look up an API key');
      throw unavailable('API keys cannot be checked', 'login_unchecked');
    });
  }
}
