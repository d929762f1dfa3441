import { Injectable } from '@nestjs/common';
import type { ResponseInputOf, RequestOf, testEspAccount, tryEspAccount } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import type { DriverEspAccount } from '../drivers/driver-factory.js';
import type { EspDriver } from '../drivers/driver.js';
import { EspAccountsService, toSettings } from './esp-accounts.service.js';
import { EspDrivers } from './esp-drivers.js';
import { FairQueue, TokenBuckets } from '@postrider/concurrency';

/** See docs/operate/limits-internal.md#sending-email. */
const rate = { perSecond: 10 / 60, windowSeconds: 60 };
/** Retry-After while another call is in progress. */
const retryAfterSeconds = 10;

/** Limits requests to providers and mail servers other than sends, to prevent scans and password guessing. */
@Injectable()
export class ProviderRequestLimiter {
  private readonly slots = new FairQueue({ maxPerKey: 1 });
  private readonly buckets = new TokenBuckets();

  /** @throws ServiceError `rate_limited` */
  async run<Result>(accountId: string, work: () => Promise<Result>): Promise<Result> {
    const release = this.slots.tryAcquire({ key: accountId });
    if (!release)
      throw ServiceError.rateLimited('Another provider request of this account is in progress', retryAfterSeconds);
    try {
      const wait = this.buckets.take(accountId, rate);
      if (wait > 0)
        throw ServiceError.rateLimited('An account may make ten provider requests per minute', Math.ceil(wait));
      return await work();
    } finally {
      release();
    }
  }
}

type Test = ResponseInputOf<typeof testEspAccount>;

/** See docs/operate/limits-internal.md#sending-email. */
const maxMs = 12_000;

/** Tests ESP accounts without sending an email (docs/providers.md#test-an-account), over a separate connection. */
@Injectable()
export class ConnectionTestsService {
  constructor(
    private readonly accounts: EspAccountsService,
    private readonly drivers: EspDrivers,
    private readonly limiter: ProviderRequestLimiter,
  ) {}

  async testStored(accountId: string, id: string): Promise<Test> {
    const account = await this.accounts.get(accountId, id);
    return this.limiter.run(accountId, () => runCheck(this.drivers.createSeparate(account)));
  }

  async testUnstored(accountId: string, request: RequestOf<typeof tryEspAccount>): Promise<Test> {
    this.accounts.rejectFaults(request.esp_type, request.credentials);
    // The contract has validated the credentials for this type.
    const account = { type: request.esp_type, credentials: request.credentials, settings: toSettings(request) };
    return this.limiter.run(accountId, () =>
      runCheck(this.drivers.createUnstored({ ...account, accountId } as unknown as DriverEspAccount)),
    );
  }
}

async function runCheck(driver: EspDriver): Promise<Test> {
  try {
    return { object: 'esp_account_test', ...(await driver.check(AbortSignal.timeout(maxMs))) };
  } finally {
    await driver.close();
  }
}
