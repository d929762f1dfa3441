import { Injectable } from '@nestjs/common';
import { ServiceError } from '@postrider/contracts';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import type { IncomingApiRequest } from '../http/api-request.js';
import { invalidToken, OneTimeTokensRepository } from '../one-time-tokens/one-time-tokens.repository.js';
import { PasswordHashes } from '../passwords/password-hashes.js';
import { LoginService } from '../sessions/login.service.js';
import { storedAddress, UsersRepository } from '../sessions/users.repository.js';
import type { AcceptBody } from './invitation.js';
import type { Membership } from './memberships.repository.js';
import { MembershipsRepository } from './memberships.repository.js';

/** Creates the user of an invitation, and the membership. Both methods return the id of the user. */
@Injectable()
export class JoiningService {
  constructor(
    private readonly database: DataSource,
    private readonly tokens: OneTimeTokensRepository,
    private readonly accounts: AccountsRepository,
    private readonly memberships: MembershipsRepository,
    private readonly users: UsersRepository,
    private readonly logIns: LoginService,
    private readonly hashes: PasswordHashes,
  ) {}

  /** A user with a password must enter it: the link alone must not give access to an existing user. */
  async acceptInvitation(request: IncomingApiRequest, invited: Membership, body: AcceptBody): Promise<string> {
    const user = await this.users.findByEmail(this.database.manager, invited.email);
    const hasPassword = typeof user?.passwordHash === 'string';
    if (hasPassword) await this.logIns.check(request, invited.email, body.password);
    const passwordHash = hasPassword ? null : await this.hashes.hash(body.password);
    return this.database.transaction(async (tx) => {
      await this.tokens.use(tx, body.token);
      const userId = hasPassword
        ? user.id
        : await this.addUser(tx, invited.email, body.name ?? invited.name, passwordHash!);
      await this.memberships.accept(tx, invited, userId);
      return userId;
    });
  }

  /** Creates the first administrator of the first account. */
  async acceptFirst({ token, email, name, password }: AcceptBody): Promise<string> {
    if (email === undefined) throw ServiceError.invalidField('email', 'is required for the first invitation');
    const passwordHash = await this.hashes.hash(password);
    return this.accounts.withLock(this.database, async (tx) => {
      await this.tokens.use(tx, token);
      const accountId = await this.accounts.findFirst(tx);
      if (accountId === undefined || (await this.memberships.hasAdmins(tx))) throw invalidToken();
      await this.tokens.deleteFirstAdmin(tx);
      const address = storedAddress(email);
      const userId = await this.addUser(tx, address, name ?? '', passwordHash);
      const joined = await this.memberships.add(tx, {
        accountId,
        userId,
        email: address,
        name: name ?? '',
        role: 'admin',
      });
      if (joined === undefined) throw ServiceError.invalidField('email', 'belongs to a user of this account already');
      return userId;
    });
  }

  async firstAccountName(): Promise<string> {
    const { manager } = this.database;
    const id = await this.accounts.findFirst(manager);
    return id === undefined ? '' : (await this.accounts.find(manager, id)).name;
  }

  private async addUser(tx: EntityManager, email: string, name: string, passwordHash: string): Promise<string> {
    const userId = await this.users.add(tx, { email, name, passwordHash });
    // Another invitation of the address was accepted in the meantime.
    if (userId === undefined) throw invalidToken();
    return userId;
  }
}
