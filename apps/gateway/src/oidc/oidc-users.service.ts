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

/** Which account a person may enter whom the provider knows: those that it was invited to, and the first one where its domain may. */
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

  /** The id of the user; undefined for who is not to come in. */
  async enter({ email: given, name }: Person): Promise<string | undefined> {
    const email = storedAddress(given);
    const { manager } = this.database;
    const user = await this.users.findByEmail(manager, email);
    // Most log-ins change nothing, so they wait for nobody.
    if (user && (await this.memberships.invitationsOf(manager, email)).length === 0) return user.id;
    const userId = await this.accounts.inTurn(this.database, async (tx) => {
      const invitations = await this.memberships.invitationsOf(tx, email);
      const known = await this.users.findByEmail(tx, email);
      if (!known && invitations.length === 0 && !this.isWelcome(email)) return undefined;
      const id = known?.id ?? (await this.users.add(tx, { email, name, passwordHash: null }))!;
      for (const invitation of invitations) await this.memberships.accept(tx, invitation, id);
      if (!known && invitations.length === 0) await this.joinFirstAccount(tx, id, email, name);
      return id;
    });
    if (userId !== undefined) this.authentication.refresh(userId);
    return userId;
  }

  private isWelcome(email: string): boolean {
    return this.config.OIDC_DOMAINS.includes(email.slice(email.lastIndexOf('@') + 1));
  }

  private async joinFirstAccount(tx: EntityManager, userId: string, email: string, name: string): Promise<void> {
    const accountId = (await this.accounts.findFirst(tx))!;
    await this.memberships.add(tx, { accountId, userId, email, name, role: this.config.OIDC_ROLE });
  }
}
