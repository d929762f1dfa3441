import { Injectable } from '@nestjs/common';
import { ServiceError } from '@postrider/contracts';
import type { Response } from 'express';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { AuditRepository } from '../audit/audit.repository.js';
import { SessionAuthenticationService } from '../authentication/session-authentication.service.js';
import type { ArrivingRequest } from '../http/api-request.js';
import type { OneTimeToken } from '../one-time-tokens/one-time-tokens.repository.js';
import { invalidToken, OneTimeTokensRepository } from '../one-time-tokens/one-time-tokens.repository.js';
import { PasswordHashes } from '../passwords/password-hashes.js';
import { LogInService } from '../sessions/log-in.service.js';
import type { SessionResource } from '../sessions/session.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { storedAddress, UsersRepository } from '../users/users.repository.js';
import type { AcceptBody, InvitationResource } from './invitation.js';
import type { Membership } from './memberships.repository.js';
import { MembershipsRepository } from './memberships.repository.js';

const purposes = ['first_admin', 'invitation'] as const;

/** Links that make somebody a user of an account. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly database: DataSource,
    private readonly tokens: OneTimeTokensRepository,
    private readonly accounts: AccountsRepository,
    private readonly memberships: MembershipsRepository,
    private readonly users: UsersRepository,
    private readonly logIns: LogInService,
    private readonly hashes: PasswordHashes,
    private readonly sessions: SessionsService,
    private readonly authentication: SessionAuthenticationService,
    private readonly audit: AuditRepository,
  ) {}

  async check(token: string): Promise<InvitationResource> {
    const invited = await this.invitedBy(await this.tokens.find(this.database.manager, purposes, token));
    if (!invited) return { account: await this.firstAccountName(), role: 'admin', registered: false };
    const user = await this.users.findByEmail(this.database.manager, invited.email);
    return {
      email: invited.email,
      ...(invited.name === '' ? {} : { name: invited.name }),
      account: invited.accountName,
      role: invited.role,
      registered: typeof user?.passwordHash === 'string',
    };
  }

  /** Whoever has a password already shows that it is the user: a link alone opens no account that somebody has. */
  async accept(request: ArrivingRequest, response: Response, body: AcceptBody): Promise<SessionResource> {
    const invited = await this.invitedBy(await this.tokens.find(this.database.manager, purposes, body.token));
    const userId = invited ? await this.acceptInvitation(request, invited, body) : await this.acceptFirst(body);
    this.authentication.refresh(userId);
    await this.record(request, userId, invited);
    return this.sessions.begin(request, response, userId);
  }

  private async acceptInvitation(request: ArrivingRequest, invited: Membership, body: AcceptBody): Promise<string> {
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

  private async acceptFirst({ token, email, name, password }: AcceptBody): Promise<string> {
    if (email === undefined)
      throw ServiceError.invalidFields([{ field: 'email', message: 'is required: this invitation names none' }]);
    const passwordHash = await this.hashes.hash(password);
    return this.accounts.inTurn(this.database, async (tx) => {
      await this.tokens.use(tx, token);
      const accountId = await this.accounts.findFirst(tx);
      if (accountId === undefined || (await this.memberships.areThereAdmins(tx))) throw invalidToken();
      await tx.query(`delete from one_time_tokens where purpose = 'first_admin'`);
      const address = storedAddress(email);
      const userId = await this.addUser(tx, address, name ?? '', passwordHash);
      const joined = await this.memberships.add(tx, {
        accountId,
        userId,
        email: address,
        name: name ?? '',
        role: 'admin',
      });
      if (joined === undefined)
        throw ServiceError.invalidFields([{ field: 'email', message: 'is that of a user of this account already' }]);
      return userId;
    });
  }

  /** Nobody of the account asked for it, so no operation of it does this. */
  private async record(
    { requestId = '', ip = '' }: ArrivingRequest,
    userId: string,
    invited?: Membership,
  ): Promise<void> {
    const joined = invited ?? (await this.memberships.firstOf(this.database.manager, userId));
    const row = {
      accountId: joined.accountId,
      actorType: 'user' as const,
      actorId: userId,
      actorName: joined.email,
      operation: 'POST /invitations/accept',
      summary: 'Accept an invitation',
      objects: [joined.id],
      before: null,
      after: JSON.stringify({ email: joined.email, role: joined.role }),
      requestId,
      address: ip,
    };
    await this.audit.add(row, 'done');
  }

  private async addUser(tx: EntityManager, email: string, name: string, passwordHash: string): Promise<string> {
    const userId = await this.users.add(tx, { email, name, passwordHash });
    // Somebody accepted another invitation of the address in the meantime.
    if (userId === undefined) throw invalidToken();
    return userId;
  }

  /** Undefined for the first administrator. */
  private async invitedBy({ purpose, membershipId }: OneTimeToken): Promise<Membership | undefined> {
    if (purpose === 'first_admin') return undefined;
    const invited = await this.memberships.find(this.database.manager, membershipId ?? '');
    if (!invited || invited.userId !== null) throw invalidToken();
    return invited;
  }

  private async firstAccountName(): Promise<string> {
    const [account]: { name: string }[] = await this.database.query('select name from accounts order by id limit 1');
    return account?.name ?? '';
  }
}
