import { Inject, Injectable } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import type { RequestContext, RequestOf, ResponseOf } from '@postrider/contracts';
import {
  alertEmailTag,
  claimAlertEmails,
  internalKey,
  maxAlertEmails,
  newId,
  settleAlertEmails,
} from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import { DataSource } from 'typeorm';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import type { GatewayConfig } from '../config.js';
import { publicUrl } from '../config.js';
import { CONFIG } from '@postrider/service';
import { SystemMailRepository } from '../system-mail/system-mail.repository.js';
import { SystemMailService } from '../system-mail/system-mail.service.js';

const everyMs = 5_000;
const callTimeoutMs = 10_000;

type Email = ResponseOf<typeof claimAlertEmails>['emails'][number];
type Result = RequestOf<typeof settleAlertEmails>['results'][number];

/**
 * Sends the emails of alerts, which tracking creates, from the account of system email. Their leases and
 * Idempotency-Keys let gateways crash or share the work without sending an email twice.
 */
@Injectable()
export class AlertEmailsTask extends PeriodicTask {
  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    private readonly services: ContractClient,
    private readonly database: DataSource,
    private readonly accounts: AccountsRepository,
    private readonly stored: SystemMailRepository,
    private readonly mails: SystemMailService,
  ) {
    super({ everyMs, failure: 'could not send emails of alerts' });
  }

  protected async batch(): Promise<boolean> {
    const { waiting, emails } = await this.claim((await this.stored.knownAccount())?.id);
    if (emails.length === 0) {
      if (!waiting) return false;
      // The first email of the installation.
      await this.stored.account();
      return true;
    }
    const results = await Promise.all(emails.map((email) => this.send(email)));
    await this.services.call(settleAlertEmails, context(), { results });
    return emails.length === maxAlertEmails;
  }

  private claim(mail_account_id: string | undefined): Promise<ResponseOf<typeof claimAlertEmails>> {
    return this.services.call(claimAlertEmails, context(), mail_account_id === undefined ? {} : { mail_account_id });
  }

  /** Tracking decides which addresses refused earlier emails. */
  private async send({ account_id, id, lease, address, subject, lines, ...texts }: Email): Promise<Result> {
    const settled = { account_id, id, lease };
    try {
      const { name } = await this.accounts.find(this.database.manager, account_id);
      const log_id = await this.mails.send(context(), {
        ...texts,
        subject: `${name}: ${subject}`,
        lines,
        to: { address, name: '' },
        link: `${publicUrl(this.config)}/alerts`,
        test: false,
        idempotencyKey: internalKey('alert', id),
        tags: [alertEmailTag],
        ignoreSuppressions: true,
      });
      return { ...settled, log_id };
    } catch (error) {
      return { ...settled, error: (error as Error).message.slice(0, 1_000) };
    }
  }
}

/** The calls concern several accounts. */
const context = (): RequestContext => ({
  accountId: 'operator',
  requestId: newId('request'),
  deadline: Date.now() + callTimeoutMs,
});
