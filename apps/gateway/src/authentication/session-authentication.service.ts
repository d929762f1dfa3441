import { Injectable, Logger } from '@nestjs/common';
import { ServiceError, notFound } from '@postrider/contracts';
import { unavailable } from '@postrider/messaging';
import type { IncomingApiRequest } from '../http/api-request.js';
import type { Caller } from '../http/caller.js';
import type { EndpointMetadata } from '../http/endpoint-metadata.js';
import { getCookie, hashKey, rightsOfRole } from './credentials.js';
import { CredentialCache } from './credential-cache.js';
import { accountHeader } from './same-origin.js';
import { SessionUsage } from './last-use.js';
import type { SessionAccount, StoredSession } from './stored-sessions.repository.js';
import { StoredSessionsRepository } from './stored-sessions.repository.js';

type RequestHeaders = Pick<IncomingApiRequest, 'headers' | 'secure'>;

/** Finds the user by the session cookie, and the account. */
@Injectable()
export class SessionAuthenticationService {
  private readonly logger = new Logger('SessionAuthentication');
  private readonly known = new CredentialCache(
    (digest) => this.find(digest),
    ({ id }) => id,
  );

  constructor(
    private readonly sessions: StoredSessionsRepository,
    private readonly usage: SessionUsage,
  ) {}

  /** @throws ServiceError `session_required`, `not_found`, `invalid_request`, `unavailable` */
  async authenticate(request: RequestHeaders, access: EndpointMetadata['access']): Promise<Caller> {
    const session = await this.findSession(request);
    if (!session || session.expiresAt <= Date.now())
      throw new ServiceError('session_required', 'Not logged in, or the session has ended');
    this.usage.record(session.id);
    return access === 'user' ? callerWithoutAccount(session) : callerIn(session, chosenAccount(session, request));
  }

  /** Removes ended sessions from the cache. Call it after the commit. */
  evict(sessionIds: readonly string[]): void {
    for (const id of sessionIds) this.known.delete(id);
  }

  /** Call it when the user or a role of the user has changed. */
  refresh(userId: string): void {
    this.known.refresh(({ user }) => user.id === userId);
  }

  refreshAccount(accountId: string): void {
    this.known.refresh(({ accounts }) => accounts.some(({ id }) => id === accountId));
  }

  private async findSession(request: RequestHeaders): Promise<StoredSession | undefined> {
    const secret = getCookie(request, 'postrider');
    if (secret === undefined) return undefined;
    const digest = hashKey(secret);
    return this.known.get(digest) ?? (await this.known.lookUp(digest));
  }

  private find(digest: string): Promise<StoredSession | undefined> {
    return this.sessions.findByDigest(digest).catch((error: unknown) => {
      this.logger.error({ err: error }, 'cannot look up a session');
      throw unavailable('Sessions cannot be checked', 'login_unchecked');
    });
  }
}

/** An account without this user gets the same response as one that does not exist. */
function chosenAccount({ accounts }: StoredSession, { headers }: RequestHeaders): SessionAccount {
  const accountId = headers[accountHeader];
  if (accountId === undefined && accounts.length > 1)
    throw ServiceError.invalidField('Postrider-Account', 'is required: you have several accounts');
  const account = accountId === undefined ? accounts[0] : accounts.find(({ id }) => id === accountId);
  if (!account) notFound('Account');
  return account;
}

const callerIn = ({ id: sessionId, user }: StoredSession, account: SessionAccount): Caller => ({
  accountId: account.id,
  keyId: user.id,
  kind: 'live',
  scopes: rightsOfRole[account.role],
  defaultSender: account.defaultSender,
  tracking: account.tracking,
  requiresReview: account.requiresReview,
  ...(account.limits ? { limits: account.limits } : {}),
  user: { id: user.id, email: user.email, sessionId, role: account.role },
});

/** The caller of operations on the user itself. They count against a rate limit of the user, not of an account. */
const callerWithoutAccount = ({ id: sessionId, user }: StoredSession): Caller => ({
  accountId: user.id,
  keyId: user.id,
  kind: 'live',
  scopes: [],
  defaultSender: null,
  user: { id: user.id, email: user.email, sessionId, role: 'viewer' },
});
