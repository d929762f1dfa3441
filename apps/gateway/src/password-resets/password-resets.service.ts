import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { DataSource } from 'typeorm';
import { SessionAuthenticationService } from '../authentication/session-authentication.service.js';
import type { ArrivingRequest } from '../http/api-request.js';
import { OneTimeTokensRepository } from '../one-time-tokens/one-time-tokens.repository.js';
import { PasswordHashes } from '../passwords/password-hashes.js';
import type { SessionResource } from '../sessions/session.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { emailAddress } from '@postrider/contracts';
import { z } from 'zod';
import { newPassword } from '../passwords/password.js';

/** POST /password_resets. */
export const resetBody = z
  .object({ email: emailAddress.describe('The address that the user logs in with.') })
  .meta({ id: 'ResetBody' });
export type ResetBody = z.output<typeof resetBody>;

/** POST /password_resets/confirm (docs/api.md#passwords). */
export const confirmBody = z
  .object({
    token: z
      .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be a string') })
      .max(128, 'must be at most 128 characters')
      .describe('What follows the `#` of the link.'),
    password: newPassword,
  })
  .meta({ id: 'ConfirmBody' });
export type ConfirmBody = z.output<typeof confirmBody>;

/** Links that set a new password. */
@Injectable()
export class PasswordResetsService {
  constructor(
    private readonly database: DataSource,
    private readonly tokens: OneTimeTokensRepository,
    private readonly hashes: PasswordHashes,
    private readonly sessions: SessionsService,
    private readonly authentication: SessionAuthenticationService,
  ) {}

  /** All sessions end: whoever has forgotten the password may not be the only one who knew it. */
  async confirm(
    request: ArrivingRequest,
    response: Response,
    { token, password }: ConfirmBody,
  ): Promise<SessionResource> {
    const { userId } = await this.tokens.find(this.database.manager, ['password_reset'], token);
    const passwordHash = await this.hashes.hash(password);
    const ended = await this.database.transaction(async (tx) => {
      await this.tokens.use(tx, token);
      return this.sessions.changePassword(tx, userId!, passwordHash);
    });
    this.authentication.forget(ended);
    return this.sessions.begin(request, response, userId!, 'reset');
  }
}
