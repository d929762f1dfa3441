import { Injectable } from '@nestjs/common';
import type { AnswerOf, RequestOf, testEspAccount, tryEspAccount } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import { TokenBucket } from '@postrider/limits';
import { LRUCache } from 'lru-cache';
import type { DriverEspAccount } from '../drivers/driver-factory.js';
import type { EspDriver } from '../drivers/driver.js';
import { EspAccountsService, settingsOf } from './esp-accounts.service.js';
import { EspDrivers } from './esp-drivers.js';

type Test = AnswerOf<typeof testEspAccount>;

/** See docs/limits.md#sending-mail. */
const longestMs = 12_000;
const rate = { perSecond: 10 / 60, windowSeconds: 60 };
const mostAccounts = 10_000;

/**
 * Tries ESP accounts without sending a mail (docs/esp-accounts.md#trying-an-account): over a connection of its own, at most one at a time and ten a
 * minute for each account, so that nobody uses it to knock at hosts or to guess passwords.
 */
@Injectable()
export class ConnectionTestsService {
  private readonly underWay = new Set<string>();
  private readonly budgets = new LRUCache<string, TokenBucket>({ max: mostAccounts });

  constructor(
    private readonly accounts: EspAccountsService,
    private readonly drivers: EspDrivers,
  ) {}

  async stored(accountId: string, id: string): Promise<Test> {
    const account = await this.accounts.get(accountId, id);
    return this.inTurn(accountId, () => this.drivers.apart(account));
  }

  notStored(accountId: string, request: RequestOf<typeof tryEspAccount>): Promise<Test> {
    this.accounts.refuseFaults(request.esp_type, request.credentials);
    // Type and credentials were checked against each other by the contract.
    const account = { type: request.esp_type, credentials: request.credentials, settings: settingsOf(request) };
    return this.inTurn(accountId, () => this.drivers.apartFrom(account as unknown as DriverEspAccount));
  }

  private async inTurn(accountId: string, driverOf: () => EspDriver): Promise<Test> {
    if (this.underWay.has(accountId))
      throw ServiceError.rateLimited('Another ESP account is being tried: one at a time', Math.ceil(longestMs / 1000));
    this.take(accountId);
    this.underWay.add(accountId);
    const driver = driverOf();
    try {
      return { object: 'esp_account_test', ...(await driver.check(AbortSignal.timeout(longestMs))) };
    } finally {
      this.underWay.delete(accountId);
      await driver.close();
    }
  }

  private take(accountId: string): void {
    const now = Date.now();
    const budget = this.budgets.get(accountId) ?? new TokenBucket(now);
    this.budgets.set(accountId, budget);
    const wait = budget.waitFor(1, rate, now);
    if (wait > 0)
      throw ServiceError.rateLimited('ESP accounts can be tried ten times a minute', Math.max(1, Math.ceil(wait)));
    budget.use(1, rate, now);
  }
}
