import { Inject, Injectable } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { ServiceError, notFound } from '@postrider/contracts';
import { CONFIG } from '@postrider/service';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { SessionAuthenticationService } from '../authentication/session-authentication.service.js';
import type { GatewayConfig } from '../config.js';
import { publicUrl } from '../config.js';
import type { Caller, Role } from '../http/caller.js';
import type { Membership } from '../invitations/memberships.repository.js';
import { MembershipsRepository } from '../invitations/memberships.repository.js';
import {
  LinkMailsRepository,
  OneTimeTokensRepository,
  welcomePath,
} from '../one-time-tokens/one-time-tokens.repository.js';
import { SystemMailService, systemMailTextsIn } from '../system-mail/system-mail.service.js';
import { UsersRepository, storedAddress } from '../sessions/users.repository.js';
import type { AccountUserResource, InvitationBody } from './account-user.js';
import { toAccountUser } from './account-user.js';

/** The users of an account. At least one administrator always remains. */
@Injectable()
export class AccountUsersService {
  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    private readonly database: DataSource,
    private readonly memberships: MembershipsRepository,
    private readonly tokens: OneTimeTokensRepository,
    private readonly sent: LinkMailsRepository,
    private readonly authentication: SessionAuthenticationService,
    private readonly mails: SystemMailService,
    private readonly users: UsersRepository,
  ) {}

  async list({ accountId }: Caller): Promise<AccountUserResource[]> {
    return (await this.memberships.list(this.database.manager, accountId)).map(toAccountUser);
  }

  async names({ accountId }: Caller): Promise<string[]> {
    const members = await this.memberships.list(this.database.manager, accountId);
    return members.flatMap(({ userId, name, email }) => (userId === null ? [] : name || email));
  }

  /** When the email cannot be sent, the invitation is removed again. */
  async invite(
    context: RequestContext,
    caller: Caller,
    { email: address, role, name = '' }: InvitationBody,
  ): Promise<AccountUserResource> {
    const { accountId } = caller;
    const email = storedAddress(address);
    const before = await this.memberships.findByEmail(this.database.manager, accountId, email);
    if (before && before.userId !== null)
      throw ServiceError.invalidField('email', 'belongs to a user of this account already');
    const [invited, token, linkMailId] = await this.memberships.invite(
      this.database.manager,
      caller,
      { email, name, role },
      async (tx, id) =>
        [
          (await this.memberships.find(tx, id))!,
          await this.tokens.issue(tx, 'invitation', { membershipId: id }),
          await this.countInvitation(tx, accountId),
        ] as const,
    );
    await this.mailTo(context, caller, invited, token).catch(async (error: unknown) => {
      await this.sent.remove(this.database.manager, linkMailId);
      if (!before) await this.memberships.remove(this.database.manager, invited);
      throw error;
    });
    return toAccountUser(invited);
  }

  async changeRole({ accountId }: Caller, id: string, role: Role): Promise<AccountUserResource> {
    const changed = await this.database.transaction(async (tx) => {
      const member = await this.requireMember(tx, accountId, id);
      if (role !== 'admin') await this.memberships.requireOtherAdmin(tx, member);
      await this.memberships.changeRole(tx, member, role);
      return { ...member, role };
    });
    if (changed.userId !== null) this.authentication.refresh(changed.userId);
    return toAccountUser(changed);
  }

  async remove({ accountId }: Caller, id: string): Promise<void> {
    const { userId } = await this.database.transaction(async (tx) => {
      const member = await this.requireMember(tx, accountId, id);
      await this.memberships.requireOtherAdmin(tx, member);
      await this.memberships.remove(tx, member);
      return member;
    });
    if (userId !== null) this.authentication.refresh(userId);
  }

  /** @throws ServiceError `rate_limited` */
  private async countInvitation(tx: EntityManager, accountId: string): Promise<string> {
    const linkMailId = await this.sent.add(tx, 'invitation', accountId);
    if (linkMailId !== undefined) return linkMailId;
    const seconds = await this.sent.secondsUntilFree(tx, 'invitation', accountId);
    throw ServiceError.rateLimited('Too many invitations in an hour', seconds);
  }

  private async requireMember(
    tx: Parameters<MembershipsRepository['find']>[0],
    accountId: string,
    id: string,
  ): Promise<Membership> {
    const member = await this.memberships.find(tx, id);
    if (member?.accountId !== accountId) notFound('User');
    return member;
  }

  private async mailTo(
    context: RequestContext,
    { kind, user }: Caller,
    invited: Membership,
    token: string,
  ): Promise<void> {
    const { accountName: account, email, name, role } = invited;
    const [existing, inviter] = await Promise.all([
      this.users.findByEmail(this.database.manager, email),
      user ? this.users.find(this.database.manager, user.id) : undefined,
    ]);
    await this.mails.send(context, {
      to: { address: email, name },
      ...systemMailTextsIn(existing?.language, inviter?.language).invitation({ account, inviter: user?.email, role }),
      link: publicUrl(this.config) + welcomePath(token),
      test: kind === 'test',
    });
  }
}
