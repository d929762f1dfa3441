import { Injectable, Logger } from '@nestjs/common';
import { ServiceError } from '@postrider/contracts';
import { unavailable } from '@postrider/messaging';
import type { ArrivingRequest } from '../http/api-request.js';
import type { Caller } from '../http/caller.js';
import type { EndpointMetadata } from '../http/endpoint-metadata.js';
import { cookieOf, digestOf, rightsOfRole } from './credentials.js';
import { Remembered } from './remembered.js';
import { accountHeader } from './same-origin.js';
import { SessionUsage } from './last-use.js';
import type { SessionAccount, StoredSession } from './stored-sessions.repository.js';
import { StoredSessionsRepository } from './stored-sessions.repository.js';

type Asked = Pick<ArrivingRequest, 'headers' | 'secure'>;

/** Finds out which user is asking, from the cookie, and in which account. */
@Injectable()
export class SessionAuthenticationService {
  private readonly logger = new Logger('SessionAuthentication');
  private readonly known = new Remembered(
    (digest) => this.find(digest),
    ({ id }) => id,
  );

  constructor(
    private readonly sessions: StoredSessionsRepository,
    private readonly usage: SessionUsage,
  ) {}

  /** @throws ServiceError `session_required`, `not_found`, `invalid_request`, `unavailable` */
  async authenticate(request: Asked, asker: EndpointMetadata['asker']): Promise<Caller> {
    const session = await this.sessionOf(request);
    if (!session || session.expiresAt <= Date.now())
      throw new ServiceError('session_required', 'There is no session, or it has ended: log in');
    this.usage.note(session.id);
    return asker === 'user' ? ofNoAccount(session) : callerIn(session, chosenAccount(session, request));
  }

  /** The session is ended, and committed to be: here it is refused from now on. */
  forget(sessionIds: readonly string[]): void {
    for (const id of sessionIds) this.known.forget(id);
  }

  /** Something of the user changed, or what the user may do. */
  refresh(userId: string): void {
    this.known.refresh(({ user }) => user.id === userId);
  }

  refreshAccount(accountId: string): void {
    this.known.refresh(({ accounts }) => accounts.some(({ id }) => id === accountId));
  }

  private async sessionOf(request: Asked): Promise<StoredSession | undefined> {
    const secret = cookieOf(request, 'postrider');
    if (secret === undefined) return undefined;
    const digest = digestOf(secret);
    return this.known.get(digest) ?? (await this.known.lookUp(digest));
  }

  private find(digest: string): Promise<StoredSession | undefined> {
    return this.sessions.findByDigest(digest).catch((error: unknown) => {
      this.logger.error({ err: error }, 'session not looked up');
      throw unavailable('Sessions cannot be checked', 'login_unchecked');
    });
  }
}

/** An account of somebody else is answered like one that does not exist. */
function chosenAccount({ accounts }: StoredSession, { headers }: Asked): SessionAccount {
  const asked = headers[accountHeader];
  if (asked === undefined && accounts.length > 1)
    throw ServiceError.invalidFields([
      { field: 'Postrider-Account', message: 'is required: you have several accounts' },
    ]);
  const account = asked === undefined ? accounts[0] : accounts.find(({ id }) => id === asked);
  if (!account) throw new ServiceError('not_found', 'Account not found');
  return account;
}

const callerIn = ({ id: sessionId, user }: StoredSession, account: SessionAccount): Caller => ({
  accountId: account.id,
  keyId: user.id,
  kind: 'live',
  scopes: rightsOfRole[account.role],
  defaultSender: account.defaultSender,
  tracking: account.tracking,
  ...(account.limits ? { limits: account.limits } : {}),
  user: { id: user.id, email: user.email, sessionId, role: account.role },
});

/** What users ask about themselves belongs to none of their accounts: they alone are limited for it. */
const ofNoAccount = ({ id: sessionId, user }: StoredSession): Caller => ({
  accountId: user.id,
  keyId: user.id,
  kind: 'live',
  scopes: [],
  defaultSender: null,
  user: { id: user.id, email: user.email, sessionId, role: 'viewer' },
});
