import type { BeforeApplicationShutdown } from '@nestjs/common';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { FairQueue } from '@postrider/concurrency';
import { ServiceError } from '@postrider/contracts';
import { CONFIG } from '@postrider/service';
import { DataSource } from 'typeorm';
import { AddressLimiter } from '../authentication/address-limiter.js';
import type { GatewayConfig } from '../config.js';
import { publicUrl } from '../config.js';
import type { ArrivingRequest } from '../http/api-request.js';
import { resetPath } from '../one-time-tokens/one-time-tokens.repository.js';
import { LinkMailsRepository } from '../one-time-tokens/link-mails.repository.js';
import { OneTimeTokensRepository } from '../one-time-tokens/one-time-tokens.repository.js';
import { OwnMailService } from '../own-mail/own-mail.service.js';
import { ownTextsIn } from '../own-mail/own-texts.js';
import { storedAddress, UsersRepository } from '../sessions/users.repository.js';

/** See docs/operate/limits.md#users. */
const mostByAddress = 5;
const mostWaiting = 100;
const sendWithinMs = 30_000;

/** Requests for a new password, worked on after their answer: that tells nobody, by what it says or how long it takes, who is a user. */
@Injectable()
export class ResetRequests implements BeforeApplicationShutdown {
  private readonly logger = new Logger('ResetRequests');
  private readonly addresses = new AddressLimiter(mostByAddress, 'Too many requests for a new password');
  private readonly oneByOne = new FairQueue({ capacity: 1 });
  private readonly waiting = new Set<Promise<void>>();

  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    private readonly database: DataSource,
    private readonly users: UsersRepository,
    private readonly tokens: OneTimeTokensRepository,
    private readonly sent: LinkMailsRepository,
    private readonly mails: OwnMailService,
  ) {}

  /** @throws ServiceError `rate_limited`, whoever is asked for */
  take({ ip = '', requestId = '' }: ArrivingRequest, email: string): void {
    this.addresses.check(ip);
    this.addresses.count(ip);
    if (this.waiting.size >= mostWaiting) throw ServiceError.rateLimited('Too many requests for a new password', 60);
    const work = this.oneByOne
      .run(() => this.send(storedAddress(email), requestId))
      .catch((error: unknown) => this.logger.error({ err: error, requestId }, 'link for a new password not sent'))
      .finally(() => this.waiting.delete(work));
    this.waiting.add(work);
  }

  /** Those who asked were told that they get a mail. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.waiting);
  }

  private async send(email: string, requestId: string): Promise<void> {
    const user = await this.users.findByEmail(this.database.manager, email);
    if (!user) return;
    const token = await this.database.transaction(async (tx) => {
      const counted = await this.sent.add(tx, 'password_reset', user.id);
      return counted && this.tokens.issue(tx, 'password_reset', { userId: user.id });
    });
    if (token === undefined) return;
    await this.mails.send(
      { requestId, deadline: Date.now() + sendWithinMs },
      {
        to: { address: user.email, name: user.name },
        ...ownTextsIn(user.language).reset(),
        link: publicUrl(this.config) + resetPath(token),
        test: false,
      },
    );
  }
}
