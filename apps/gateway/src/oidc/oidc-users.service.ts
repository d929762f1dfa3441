import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@postrider/service';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { SessionAuthenticationService } from '../authentication/session-authentication.service.js';
import type { GatewayConfig } from '../config.js';
import { MembershipsRepository } from '../invitations/memberships.repository.js';
import { storedAddress, UsersRepository } from '../sessions/users.repository.js';
import type { Person } from './oidc-provider.js';

/** Gives a user of the provider access: to the accounts with an invitation, or by OIDC_DOMAINS to the first one. */
@Injectable()
export class OidcUsersService {
  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    private readonly database: DataSource,
    private readonly accounts: AccountsRepository,
    private readonly users: UsersRepository,
    private readonly memberships: MembershipsRepository,
    private readonly authentication: SessionAuthenticationService,
  ) {}

  /** Returns the id of the user, or undefined if the user has no access. */
  async enter({ email: address, name }: Person): Promise<string | undefined> {
    const email = storedAddress(address);
    const { manager } = this.database;
    const user = await this.users.findByEmail(manager, email);
    // Most log-ins change nothing and need no lock.
    if (user && (await this.memberships.findInvitations(manager, email)).length === 0) return user.id;
    const userId = await this.accounts.withLock(this.database, async (tx) => {
      const invitations = await this.memberships.findInvitations(tx, email);
      const existing = await this.users.findByEmail(tx, email);
      if (!existing && invitations.length === 0 && !this.isAllowedDomain(email)) return undefined;
      const id = existing?.id ?? (await this.users.add(tx, { email, name, passwordHash: null }))!;
      for (const invitation of invitations) await this.memberships.accept(tx, invitation, id);
      if (!existing && invitations.length === 0) await this.joinFirstAccount(tx, id, email, name);
      return id;
    });
    if (userId !== undefined) this.authentication.refresh(userId);
    return userId;
  }

  private isAllowedDomain(email: string): boolean {
    return this.config.OIDC_DOMAINS.includes(email.slice(email.lastIndexOf('@') + 1));
  }

  private async joinFirstAccount(tx: EntityManager, userId: string, email: string, name: string): Promise<void> {
    const accountId = (await this.accounts.findFirst(tx))!;
    await this.memberships.add(tx, { accountId, userId, email, name, role: this.config.OIDC_ROLE });
  }
}
