import { Injectable } from '@nestjs/common';
import { ServiceError, toTimestamp } from '@postrider/contracts';
import type { Response } from 'express';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { clearCookie, getCookie, hashKey, newSecret256, setCookie } from '../authentication/credentials.js';
import { SessionAuthenticationService } from '../authentication/session-authentication.service.js';
import { StoredSessionsRepository } from '../authentication/stored-sessions.repository.js';
import type { IncomingApiRequest } from '../http/api-request.js';
import type { CallingUser } from '../http/caller.js';
import { PasswordHashes } from '../passwords/password-hashes.js';
import { UsersRepository } from './users.repository.js';
import type { SessionAuditEvent } from './login.service.js';
import { LoginService, SessionAudit, getDevice } from './login.service.js';
import type { LogInBody, OwnSessionResource, SessionResource, UserChanges } from './session.js';
import { toSessionResource } from './session.js';
import type { SessionRow } from './sessions.repository.js';
import { SessionsRepository, sessionDays } from './sessions.repository.js';

const dayMs = 24 * 60 * 60_000;
const deviceCookieDays = 180;

/** Starts and ends sessions, and changes the user of a session. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly database: DataSource,
    private readonly logIns: LoginService,
    private readonly hashes: PasswordHashes,
    private readonly users: UsersRepository,
    private readonly sessions: SessionsRepository,
    private readonly storedSessions: StoredSessionsRepository,
    private readonly authentication: SessionAuthenticationService,
    private readonly sessionAudit: SessionAudit,
  ) {}

  async logIn(
    request: IncomingApiRequest,
    response: Response,
    { email, password }: LogInBody,
  ): Promise<SessionResource> {
    const user = await this.logIns.check(request, email, password);
    return this.start(request, response, user.id, 'password');
  }

  /** Starts a new session and ends the previous one of the browser. */
  async start(
    request: IncomingApiRequest,
    response: Response,
    userId: string,
    event?: SessionAuditEvent,
  ): Promise<SessionResource> {
    const secret = newSecret256();
    const digest = hashKey(secret);
    const address = request.ip ?? '';
    const origin = { address, userAgent: request.headers['user-agent'] ?? '' };
    await this.database.transaction(async (tx) => {
      await this.sessions.add(tx, userId, digest, origin);
      await this.addDevice(tx, request, response, userId, address);
    });
    setCookie(response, 'postrider', secret, sessionDays * dayMs);
    const session = await this.storedSessions.findByDigest(digest);
    if (!session) throw new ServiceError('session_required', 'The session has ended already');
    await this.endPrevious(request);
    if (event !== undefined) await this.sessionAudit.write(request, session.user, event);
    return toSessionResource(session);
  }

  async current(request: IncomingApiRequest): Promise<SessionResource> {
    const session = await this.storedSessions.findByDigest(hashKey(getCookie(request, 'postrider') ?? ''));
    if (!session) throw new ServiceError('session_required', 'Not logged in, or the session has ended');
    return toSessionResource(session);
  }

  async list({ id, sessionId }: CallingUser): Promise<OwnSessionResource[]> {
    return (await this.sessions.list(id)).map((session) => toOwnSession(session, sessionId));
  }

  async end({ sessionId }: CallingUser, response: Response): Promise<void> {
    await this.sessions.end(sessionId);
    this.authentication.evict([sessionId]);
    clearCookie(response, 'postrider');
  }

  async endAll(request: IncomingApiRequest, user: CallingUser, response: Response): Promise<void> {
    this.authentication.evict(await this.sessions.endAll(this.database.manager, user.id));
    await this.sessionAudit.write(request, user, 'logOutEverywhere');
    clearCookie(response, 'postrider');
  }

  /** A new password ends all other sessions, because one of them may belong to another person. */
  async change(request: IncomingApiRequest, user: CallingUser, changes: UserChanges): Promise<SessionResource> {
    const { name, language, password, current_password } = changes;
    if (password !== undefined) {
      if (current_password === undefined)
        throw ServiceError.invalidField('current_password', 'is required for a new password');
      await this.logIns.check(request, user.email, current_password);
    }
    const passwordHash = password === undefined ? undefined : await this.hashes.hash(password);
    const ended = await this.database.transaction(async (tx) => {
      await this.users.change(tx, user.id, {
        ...(name === undefined ? {} : { name }),
        ...(language === undefined ? {} : { language }),
      });
      return passwordHash === undefined ? [] : this.changePassword(tx, user.id, passwordHash, user.sessionId);
    });
    this.authentication.evict(ended);
    this.authentication.refresh(user.id);
    if (password !== undefined) await this.sessionAudit.write(request, user, 'newPassword');
    return this.current(request);
  }

  /** Returns the ids of the sessions that it ends. */
  async changePassword(tx: EntityManager, userId: string, passwordHash: string, exceptId?: string): Promise<string[]> {
    await this.users.setPassword(tx, userId, passwordHash);
    await this.sessions.deleteDevices(tx, userId);
    return this.sessions.endAll(tx, userId, exceptId);
  }

  private async addDevice(
    tx: EntityManager,
    request: IncomingApiRequest,
    response: Response,
    userId: string,
    address: string,
  ): Promise<void> {
    const device = getDevice(request);
    if (device !== undefined && (await this.sessions.addDevice(tx, userId, device, address))) return;
    const secret = newSecret256();
    await this.sessions.addDevice(tx, userId, hashKey(secret), address);
    setCookie(response, 'postrider_device', secret, deviceCookieDays * dayMs);
  }

  private async endPrevious(request: IncomingApiRequest): Promise<void> {
    const secret = getCookie(request, 'postrider');
    const previous = secret === undefined ? undefined : await this.storedSessions.findByDigest(hashKey(secret));
    if (!previous) return;
    await this.sessions.end(previous.id);
    this.authentication.evict([previous.id]);
  }
}

const toOwnSession = (
  { id, createdAt, lastSeenAt, expiresAt, address, userAgent }: SessionRow,
  currentId: string,
): OwnSessionResource => ({
  id,
  created: toTimestamp(createdAt),
  last_seen: toTimestamp(lastSeenAt),
  expires_at: toTimestamp(expiresAt),
  address,
  user_agent: userAgent,
  current: id === currentId,
});
