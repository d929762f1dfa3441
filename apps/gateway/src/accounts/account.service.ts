import { Injectable, Logger } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { getDeliveryRetention, getTrackingRetention } from '@postrider/contracts';
import { DataSource } from 'typeorm';
import { AuthenticationService } from '../authentication/authentication.service.js';
import { SessionAuthenticationService } from '../authentication/session-authentication.service.js';
import type { AccountChanges, AccountResource } from './account.js';
import { toAccountResource } from './account.js';
import { AccountsRepository } from './accounts.repository.js';
import { ContractClient } from '@postrider/messaging';

/** How long things are kept, as the services say that delete them. */
@Injectable()
export class RetentionService {
  private readonly logger = new Logger(RetentionService.name);

  constructor(private readonly services: ContractClient) {}

  /** Nothing where delivery is away: that `log_months` is absent means that logs are kept for ever. */
  async show(context: RequestContext): Promise<Pick<AccountResource, 'retention'>> {
    const [delivery, tracking] = await Promise.all([
      this.unlessAway(this.services.call(getDeliveryRetention, context, {})),
      this.unlessAway(this.services.call(getTrackingRetention, context, {})),
    ]);
    return delivery ? { retention: { ...delivery, ...tracking } } : {};
  }

  private unlessAway<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
    return asked.catch((error: unknown) => {
      this.logger.warn({ err: error }, 'a service was not asked how long it keeps things');
      return undefined;
    });
  }
}

/** What an account may decide for itself. Its limits and the host name of its links are the operator's: a name could be somebody else's. */
@Injectable()
export class AccountService {
  constructor(
    private readonly database: DataSource,
    private readonly accounts: AccountsRepository,
    private readonly keys: AuthenticationService,
    private readonly sessions: SessionAuthenticationService,
    private readonly retention: RetentionService,
  ) {}

  async show(context: RequestContext): Promise<AccountResource> {
    const account = await this.accounts.find(this.database.manager, context.accountId);
    return { ...toAccountResource(account), ...(await this.retention.show(context)) };
  }

  /** Here it counts at once, in other processes within 30 s: keys and sessions bring it along. */
  async change(context: RequestContext, { name, default_sender, tracking }: AccountChanges): Promise<AccountResource> {
    const { accountId } = context;
    const changed = await this.database.transaction(async (tx) => {
      const account = await this.accounts.lockOne(tx, accountId);
      if (name !== undefined) await this.accounts.setName(tx, accountId, name);
      if (default_sender !== undefined) await this.accounts.setSender(tx, accountId, default_sender);
      if (tracking !== undefined) {
        const { domain } = account.tracking ?? {};
        const said = { ...tracking, ...(domain === undefined ? {} : { domain }) };
        await this.accounts.setTracking(tx, accountId, Object.keys(said).length > 0 ? said : null);
      }
      return this.accounts.lockOne(tx, accountId);
    });
    this.keys.refresh(accountId);
    this.sessions.refreshAccount(accountId);
    return { ...toAccountResource(changed), ...(await this.retention.show(context)) };
  }
}
