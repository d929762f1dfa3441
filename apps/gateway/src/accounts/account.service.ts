import { Inject, Injectable, Logger } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { getDeliveryRetention, getTrackingRetention } from '@postrider/contracts';
import { CONFIG } from '@postrider/service';
import { DataSource } from 'typeorm';
import { AuthenticationService } from '../authentication/authentication.service.js';
import { SessionAuthenticationService } from '../authentication/session-authentication.service.js';
import type { AccountChanges, AccountResource } from './account.js';
import type { GatewayConfig } from '../config.js';
import { getSmtp, toAccountResource } from './account.js';
import { AccountsRepository } from './accounts.repository.js';
import { ContractClient } from '@postrider/messaging';

/** The data retention that the services report. */
@Injectable()
export class RetentionService {
  private readonly logger = new Logger(RetentionService.name);

  constructor(private readonly services: ContractClient) {}

  /** Empty while delivery is unavailable, because an absent `log_months` means that logs are kept forever. */
  async show(context: RequestContext): Promise<Pick<AccountResource, 'retention'>> {
    const [delivery, tracking] = await Promise.all([
      this.orUndefined(this.services.call(getDeliveryRetention, context, {})),
      this.orUndefined(this.services.call(getTrackingRetention, context, {})),
    ]);
    return delivery ? { retention: { ...delivery, ...tracking } } : {};
  }

  private orUndefined<Result>(result: Promise<Result>): Promise<Result | undefined> {
    return result.catch((error: unknown) => {
      this.logger.warn({ err: error }, 'cannot read the retention of a service');
      return undefined;
    });
  }
}

/** The settings of an account. Only operators set limits and the tracking host name, which could belong to others. */
@Injectable()
export class AccountService {
  constructor(
    private readonly database: DataSource,
    private readonly accounts: AccountsRepository,
    private readonly keys: AuthenticationService,
    private readonly sessions: SessionAuthenticationService,
    private readonly retention: RetentionService,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  async show(context: RequestContext): Promise<AccountResource> {
    const account = await this.accounts.find(this.database.manager, context.accountId);
    return this.toResource(context, account);
  }

  /** Takes effect immediately in this process and within 30 s in others, which cache keys and sessions. */
  async change(
    context: RequestContext,
    { name, default_sender, tracking, require_review }: AccountChanges,
  ): Promise<AccountResource> {
    const { accountId } = context;
    const changed = await this.database.transaction(async (tx) => {
      const account = await this.accounts.lockOne(tx, accountId);
      if (name !== undefined) await this.accounts.setName(tx, accountId, name);
      if (default_sender !== undefined) await this.accounts.setSender(tx, accountId, default_sender);
      if (require_review !== undefined) await this.accounts.setRequireReview(tx, accountId, require_review);
      if (tracking !== undefined) {
        const { domain } = account.tracking ?? {};
        const stored = { ...tracking, ...(domain === undefined ? {} : { domain }) };
        await this.accounts.setTracking(tx, accountId, Object.keys(stored).length > 0 ? stored : null);
      }
      return this.accounts.lockOne(tx, accountId);
    });
    this.keys.refresh(accountId);
    this.sessions.refreshAccount(accountId);
    return this.toResource(context, changed);
  }

  private async toResource(
    context: RequestContext,
    account: Parameters<typeof toAccountResource>[0],
  ): Promise<AccountResource> {
    const smtp = getSmtp(this.config);
    return { ...toAccountResource(account), ...(smtp && { smtp }), ...(await this.retention.show(context)) };
  }
}
