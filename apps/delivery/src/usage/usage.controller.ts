import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext } from '@postrider/contracts';
import { getDeliveryUsage } from '@postrider/contracts';
import { RecentUsage } from '@postrider/limits';
import { Handles } from '@postrider/messaging';
import { StoredAttachments } from '../blobs/uploads.service.js';
import { EspAccountsRepository } from '../esp-accounts/esp-accounts.repository.js';
import { PendingMail } from '../queue/pending-mail.js';
import { ProposalsRepository } from '../proposals/proposals.repository.js';
import { TestClocksRepository } from '../test-clocks/test-clocks.repository.js';
import { StoredSuppressions } from '../suppressions/suppressions.service.js';

@Controller()
export class UsageController {
  private readonly recent = new RecentUsage(async (context): Promise<ResponseInputOf<typeof getDeliveryUsage>> => ({
    pending_mails: await this.pending.used(context),
    esp_accounts: await this.espAccounts.count(context.accountId),
    attachment_bytes: await this.attachments.used(context),
    suppressions: await this.suppressions.used(context),
    send_proposals: await this.proposals.countOpen(context.accountId),
    test_clocks: await this.testClocks.count(context.accountId),
  }));

  constructor(
    private readonly pending: PendingMail,
    private readonly espAccounts: EspAccountsRepository,
    private readonly attachments: StoredAttachments,
    private readonly suppressions: StoredSuppressions,
    private readonly testClocks: TestClocksRepository,
    private readonly proposals: ProposalsRepository,
  ) {}

  @Handles(getDeliveryUsage)
  get(context: RequestContext): Promise<ResponseInputOf<typeof getDeliveryUsage>> {
    return this.recent.for(context);
  }
}
