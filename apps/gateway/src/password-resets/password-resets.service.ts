import type { BeforeApplicationShutdown } from '@nestjs/common';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Response } from 'express';
import { DataSource } from 'typeorm';
import { SessionAuthenticationService } from '../authentication/session-authentication.service.js';
import type { IncomingApiRequest } from '../http/api-request.js';
import {
  LinkMailsRepository,
  OneTimeTokensRepository,
  resetPath,
} from '../one-time-tokens/one-time-tokens.repository.js';
import { PasswordHashes, newPassword } from '../passwords/password-hashes.js';
import type { SessionResource } from '../sessions/session.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { ServiceError, emailAddress, required } from '@postrider/contracts';
import { z } from 'zod';
import { FairQueue } from '@postrider/concurrency';
import { CONFIG } from '@postrider/service';
import { AddressLimiter } from '../authentication/address-limiter.js';
import type { GatewayConfig } from '../config.js';
import { publicUrl } from '../config.js';
import { SystemMailService, systemMailTextsIn } from '../system-mail/system-mail.service.js';
import { UsersRepository, storedAddress } from '../sessions/users.repository.js';

/** See docs/operate/limits.md#users. */
const maxPerAddress = 5;
const maxWaiting = 100;
const sendWithinMs = 30_000;

/** Sends reset emails after the response, whose content and time must not reveal whether the address is known. */
@Injectable()
export class ResetRequests implements BeforeApplicationShutdown {
  private readonly logger = new Logger('ResetRequests');
  private readonly addresses = new AddressLimiter(maxPerAddress, 'Too many password resets');
  private readonly oneByOne = new FairQueue({ capacity: 1 });
  private readonly waiting = new Set<Promise<void>>();

  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    private readonly database: DataSource,
    private readonly users: UsersRepository,
    private readonly tokens: OneTimeTokensRepository,
    private readonly sent: LinkMailsRepository,
    private readonly mails: SystemMailService,
  ) {}

  /** @throws ServiceError `rate_limited`, independent of the address in the request */
  request({ ip = '', requestId = '' }: IncomingApiRequest, email: string): void {
    this.addresses.count(ip);
    if (this.waiting.size >= maxWaiting) throw ServiceError.rateLimited('Too many password resets', 60);
    const work = this.oneByOne
      .run(() => this.send(storedAddress(email), requestId))
      .catch((error: unknown) => this.logger.error({ err: error, requestId }, 'cannot send a password reset'))
      .finally(() => this.waiting.delete(work));
    this.waiting.add(work);
  }

  /** Waits for the emails that were promised in responses. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.waiting);
  }

  private async send(email: string, requestId: string): Promise<void> {
    const user = await this.users.findByEmail(this.database.manager, email);
    if (!user) return;
    const token = await this.database.transaction(async (tx) => {
      const linkMailId = await this.sent.add(tx, 'password_reset', user.id);
      return linkMailId && this.tokens.issue(tx, 'password_reset', { userId: user.id });
    });
    if (token === undefined) return;
    await this.mails.send(
      { requestId, deadline: Date.now() + sendWithinMs },
      {
        to: { address: user.email, name: user.name },
        ...systemMailTextsIn(user.language).reset(),
        link: publicUrl(this.config) + resetPath(token),
        test: false,
      },
    );
  }
}

/** POST /password_resets. */
export const resetBody = z
  .object({ email: emailAddress.describe('The address that the user logs in with.') })
  .meta({ id: 'ResetBody' });
export type ResetBody = z.output<typeof resetBody>;

/** POST /password_resets/confirm (docs/reference/sessions.md). */
export const confirmBody = z
  .object({
    token: z
      .string(required('a string'))
      .max(128, 'must be at most 128 characters')
      .describe('The part of the link after `#`.'),
    password: newPassword,
  })
  .meta({ id: 'ConfirmBody' });
export type ConfirmBody = z.output<typeof confirmBody>;

/** Sets a new password with the token of a link. */
@Injectable()
export class PasswordResetsService {
  constructor(
    private readonly database: DataSource,
    private readonly tokens: OneTimeTokensRepository,
    private readonly hashes: PasswordHashes,
    private readonly sessions: SessionsService,
    private readonly authentication: SessionAuthenticationService,
  ) {}

  /** Ends all sessions, because another person may know the old password. */
  async confirm(
    request: IncomingApiRequest,
    response: Response,
    { token, password }: ConfirmBody,
  ): Promise<SessionResource> {
    const { userId } = await this.tokens.find(this.database.manager, ['password_reset'], token);
    const passwordHash = await this.hashes.hash(password);
    const ended = await this.database.transaction(async (tx) => {
      await this.tokens.use(tx, token);
      return this.sessions.changePassword(tx, userId!, passwordHash);
    });
    this.authentication.evict(ended);
    return this.sessions.start(request, response, userId!, 'reset');
  }
}
