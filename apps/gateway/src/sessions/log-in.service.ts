import { Injectable, Logger } from '@nestjs/common';
import { ServiceError } from '@postrider/contracts';
import { DataSource } from 'typeorm';
import { cookieOf, digestOf } from '../authentication/credentials.js';
import type { ArrivingRequest } from '../http/api-request.js';
import { PasswordHashes } from '../passwords/password-hashes.js';
import type { User } from './users.repository.js';
import { UsersRepository, storedAddress } from './users.repository.js';
import { SessionsRepository } from './sessions.repository.js';
import { AuditRepository } from '../audit/audit.repository.js';
import { LogInPace } from '../passwords/log-in-pace.js';

/** What the audit log says of sessions; who comes in by an invitation has the line of its acceptance. */
const deeds = {
  password: { operation: 'POST /session', summary: 'Log in', outcome: 'done' },
  oidc: { operation: 'GET /auth/callback', summary: 'Log in by OIDC', outcome: 'done' },
  reset: {
    operation: 'POST /password_resets/confirm',
    summary: 'Set a new password by a link and log in',
    outcome: 'done',
  },
  failure: { operation: 'POST /session', summary: 'Fail to log in', outcome: 'refused' },
  newPassword: { operation: 'PATCH /session', summary: 'Set a new password', outcome: 'done' },
  everywhere: { operation: 'DELETE /sessions', summary: 'Log out everywhere', outcome: 'done' },
} as const;
export type SessionAuditEvent = keyof typeof deeds;

/** Writes into the audit log how users come in, in every account that they may enter (docs/users.md#the-audit-log). */
@Injectable()
export class SessionAudit {
  private readonly logger = new Logger('SessionAudit');

  constructor(private readonly audit: AuditRepository) {}

  async write(
    { requestId = '', ip = '' }: ArrivingRequest,
    { id, email }: { readonly id: string; readonly email: string },
    deed: SessionAuditEvent,
  ): Promise<void> {
    await this.audit.addOfUser({ actorId: id, actorName: email, ...deeds[deed], requestId, address: ip });
  }

  /** Nobody waits for it: how long an answer takes must not say whether there is such a user. */
  failed(request: ArrivingRequest, user: { readonly id: string; readonly email: string }): void {
    this.write(request, user, 'failure').catch((error: unknown) =>
      this.logger.warn({ err: error, requestId: request.requestId }, 'a failed log-in is not in the audit log'),
    );
  }
}

const maxMs = 15 * 60_000;

/** Who may log in (docs/users.md#logging-in). What is answered is the same, and takes as long, whether there is such a user or not. */
@Injectable()
export class LogInService {
  /** Behind one address there may be an office. */
  private readonly addresses = new LogInPace({ free: 20, maxMs });
  private readonly users = new LogInPace({ free: 5, maxMs });

  constructor(
    private readonly database: DataSource,
    private readonly stored: UsersRepository,
    private readonly sessions: SessionsRepository,
    private readonly hashes: PasswordHashes,
    private readonly trail: SessionAudit,
  ) {}

  /** @throws ServiceError `wrong_credentials`, `rate_limited` */
  async check(request: ArrivingRequest, given: string, password: string): Promise<User> {
    const address = request.ip ?? '';
    const email = storedAddress(given);
    const takeBack = this.addresses.begin(address);
    const user = await this.stored.findByEmail(this.database.manager, email);
    const device = deviceOf(request);
    const isKnown = await this.sessions.knows(user?.id, device, address);
    // Strangers slow each other down, and whoever logged in here before is slowed by nobody else.
    const who = isKnown ? `${email} ${device ?? address}` : email;
    this.users.begin(who);
    if (!(await this.hashes.matches(user?.passwordHash, password, isKnown ? 'known' : 'stranger')) || !user) {
      if (user) this.trail.failed(request, user);
      throw new ServiceError('wrong_credentials', 'The email address or the password is wrong');
    }
    this.users.succeeded(who);
    takeBack();
    return user;
  }
}

/** The digest of the cookie that a browser keeps longer than its sessions. */
export function deviceOf(request: ArrivingRequest): string | undefined {
  const secret = cookieOf(request, 'postrider_device');
  return secret === undefined ? undefined : digestOf(secret);
}
