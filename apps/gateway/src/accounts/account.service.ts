import { Injectable } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { DataSource } from 'typeorm';
import { AuthenticationService } from '../authentication/authentication.service.js';
import { SessionAuthenticationService } from '../authentication/session-authentication.service.js';
import type { AccountChanges, AccountResource } from './account.js';
import { toAccountResource } from './account.js';
import { AccountsRepository } from './accounts.repository.js';
import { RetentionService } from './retention.service.js';

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
