import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { DataSource } from 'typeorm';
import { AuditRepository } from '../audit/audit.repository.js';
import { SessionAuthenticationService } from '../authentication/session-authentication.service.js';
import type { IncomingApiRequest } from '../http/api-request.js';
import type { OneTimeToken } from '../one-time-tokens/one-time-tokens.repository.js';
import { invalidToken, OneTimeTokensRepository, welcomePath } from '../one-time-tokens/one-time-tokens.repository.js';
import type { SessionResource } from '../sessions/session.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { UsersRepository } from '../sessions/users.repository.js';
import type { AcceptBody, InvitationResource } from './invitation.js';
import { JoiningService } from './joining.service.js';
import type { Membership } from './memberships.repository.js';
import { MembershipsRepository } from './memberships.repository.js';

const purposes = ['first_admin', 'invitation'] as const;

/** Links that make their holder a user of an account. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly database: DataSource,
    private readonly tokens: OneTimeTokensRepository,
    private readonly memberships: MembershipsRepository,
    private readonly users: UsersRepository,
    private readonly joining: JoiningService,
    private readonly sessions: SessionsService,
    private readonly authentication: SessionAuthenticationService,
    private readonly audit: AuditRepository,
  ) {}

  /** A link to become administrator of the first account. Each start issues one while there is no administrator. */
  async firstAdminLink(publicUrl: string): Promise<string | undefined> {
    return this.database.transaction(async (tx) => {
      if (await this.memberships.hasAdmins(tx)) return undefined;
      return publicUrl + welcomePath(await this.tokens.issue(tx, 'first_admin'));
    });
  }

  async check(token: string): Promise<InvitationResource> {
    const invited = await this.invitedBy(await this.tokens.find(this.database.manager, purposes, token));
    if (!invited) return { account: await this.joining.firstAccountName(), role: 'admin', registered: false };
    const user = await this.users.findByEmail(this.database.manager, invited.email);
    return {
      email: invited.email,
      ...(invited.name === '' ? {} : { name: invited.name }),
      account: invited.accountName,
      role: invited.role,
      registered: typeof user?.passwordHash === 'string',
    };
  }

  async accept(request: IncomingApiRequest, response: Response, body: AcceptBody): Promise<SessionResource> {
    const invited = await this.invitedBy(await this.tokens.find(this.database.manager, purposes, body.token));
    const userId = invited
      ? await this.joining.acceptInvitation(request, invited, body)
      : await this.joining.acceptFirst(body);
    this.authentication.refresh(userId);
    await this.record(request, userId, invited);
    return this.sessions.start(request, response, userId);
  }

  /** Records the entry here, because the request belongs to no account yet. */
  private async record(
    { requestId = '', ip = '' }: IncomingApiRequest,
    userId: string,
    invited?: Membership,
  ): Promise<void> {
    const joined = invited ?? (await this.memberships.findFirst(this.database.manager, userId));
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

  /** Undefined for the first administrator. */
  private async invitedBy({ purpose, membershipId }: OneTimeToken): Promise<Membership | undefined> {
    if (purpose === 'first_admin') return undefined;
    const invited = await this.memberships.find(this.database.manager, membershipId ?? '');
    if (!invited || invited.userId !== null) throw invalidToken();
    return invited;
  }
}
