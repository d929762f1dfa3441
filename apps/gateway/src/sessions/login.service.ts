import { Injectable, Logger } from '@nestjs/common';
import { ServiceError } from '@postrider/contracts';
import { DataSource } from 'typeorm';
import { getCookie, hashKey } from '../authentication/credentials.js';
import type { IncomingApiRequest } from '../http/api-request.js';
import { PasswordHashes } from '../passwords/password-hashes.js';
import type { User } from './users.repository.js';
import { UsersRepository, storedAddress } from './users.repository.js';
import { SessionsRepository } from './sessions.repository.js';
import { AuditRepository } from '../audit/audit.repository.js';
import { LoginRateLimiter } from '../passwords/login-rate-limiter.js';

/** The audit entries of sessions. Accepting an invitation has an entry of its own. */
const auditEvents = {
  password: { operation: 'POST /session', summary: 'Log in', outcome: 'done' },
  oidc: { operation: 'GET /auth/callback', summary: 'Log in with OIDC', outcome: 'done' },
  reset: {
    operation: 'POST /password_resets/confirm',
    summary: 'Reset the password and log in',
    outcome: 'done',
  },
  failure: { operation: 'POST /session', summary: 'Log in', outcome: 'refused' },
  newPassword: { operation: 'PATCH /session', summary: 'Change the password', outcome: 'done' },
  logOutEverywhere: { operation: 'DELETE /sessions', summary: 'Log out everywhere', outcome: 'done' },
} as const;
export type SessionAuditEvent = keyof typeof auditEvents;

/** Records log-ins in the audit log of each account of the user (docs/users.md#the-audit-log). */
@Injectable()
export class SessionAudit {
  private readonly logger = new Logger('SessionAudit');

  constructor(private readonly audit: AuditRepository) {}

  async write(
    { requestId = '', ip = '' }: IncomingApiRequest,
    { id, email }: { readonly id: string; readonly email: string },
    event: SessionAuditEvent,
  ): Promise<void> {
    await this.audit.addOfUser({ actorId: id, actorName: email, ...auditEvents[event], requestId, address: ip });
  }

  /** Not awaited, so that the response time does not reveal whether the user exists. */
  failed(request: IncomingApiRequest, user: { readonly id: string; readonly email: string }): void {
    this.write(request, user, 'failure').catch((error: unknown) =>
      this.logger.warn({ err: error, requestId: request.requestId }, 'cannot record a failed log-in'),
    );
  }
}

const maxMs = 15 * 60_000;

/** Checks passwords (docs/users.md#logging-in). Response and time are the same whether the user exists or not. */
@Injectable()
export class LoginService {
  /** Higher than for users, because an office may share one address. */
  private readonly addresses = new LoginRateLimiter({ free: 20, maxMs });
  private readonly users = new LoginRateLimiter({ free: 5, maxMs });

  constructor(
    private readonly database: DataSource,
    private readonly stored: UsersRepository,
    private readonly sessions: SessionsRepository,
    private readonly hashes: PasswordHashes,
    private readonly sessionAudit: SessionAudit,
  ) {}

  /** @throws ServiceError `wrong_credentials`, `rate_limited` */
  async check(request: IncomingApiRequest, emailAddress: string, password: string): Promise<User> {
    const address = request.ip ?? '';
    const email = storedAddress(emailAddress);
    const refund = this.addresses.start(address);
    const user = await this.stored.findByEmail(this.database.manager, email);
    const device = getDevice(request);
    const isKnown = await this.sessions.knows(user?.id, device, address);
    // A known device or address has a counter of its own, so that strangers cannot lock a user out.
    const key = isKnown ? `${email} ${device ?? address}` : email;
    this.users.start(key);
    if (!(await this.hashes.matches(user?.passwordHash, password, isKnown ? 'known' : 'stranger')) || !user) {
      if (user) this.sessionAudit.failed(request, user);
      throw new ServiceError('wrong_credentials', 'The email address or the password is wrong');
    }
    this.users.succeeded(key);
    refund();
    return user;
  }
}

/** The digest of the device cookie, which outlives sessions. */
export function getDevice(request: IncomingApiRequest): string | undefined {
  const secret = getCookie(request, 'postrider_device');
  return secret === undefined ? undefined : hashKey(secret);
}
