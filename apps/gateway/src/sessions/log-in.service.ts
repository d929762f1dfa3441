import { Injectable } from '@nestjs/common';
import { ServiceError } from '@postrider/contracts';
import { DataSource } from 'typeorm';
import { digestOf } from '../authentication/credentials.js';
import { cookieOf } from '../authentication/session-cookie.js';
import type { ArrivingRequest } from '../http/api-request.js';
import { LogInPace } from '../passwords/log-in-pace.js';
import { PasswordHashes } from '../passwords/password-hashes.js';
import type { User } from './users.repository.js';
import { storedAddress, UsersRepository } from './users.repository.js';
import { SessionTrail } from './session-trail.js';
import { SessionsRepository } from './sessions.repository.js';

const longestMs = 15 * 60_000;

/** Who may log in (docs/users.md#logging-in). What is answered is the same, and takes as long, whether there is such a user or not. */
@Injectable()
export class LogInService {
  /** Behind one address there may be an office. */
  private readonly addresses = new LogInPace({ free: 20, longestMs });
  private readonly users = new LogInPace({ free: 5, longestMs });

  constructor(
    private readonly database: DataSource,
    private readonly stored: UsersRepository,
    private readonly sessions: SessionsRepository,
    private readonly hashes: PasswordHashes,
    private readonly trail: SessionTrail,
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
