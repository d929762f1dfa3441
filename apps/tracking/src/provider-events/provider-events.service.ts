import { Injectable } from '@nestjs/common';
import { FairQueue } from '@postrider/concurrency';
import type { RequestContext, RequestOf, takeReport } from '@postrider/contracts';
import { isReporting, ServiceError } from '@postrider/contracts';
import { HeardEvents } from './heard-events.js';
import { ReportReaders } from './report-readers.js';
import { WebhookAccounts } from './webhook-accounts.js';

/** Larger ones are taken one at a time; the others wait for none of them (docs/operate/limits.md#reported-events). */
const largeReport = 256 * 1024;

/** Takes what providers report: whose it is, whether it is the provider's, what of it is about a mail; stored, and passed on afterwards. */
@Injectable()
export class ProviderEventsService {
  private readonly large = new FairQueue({ capacity: 1 });

  constructor(
    private readonly accounts: WebhookAccounts,
    private readonly readers: ReportReaders,
    private readonly events: HeardEvents,
  ) {}

  async admit(context: RequestContext, token: string): Promise<void> {
    await this.accounts.of(context, token);
  }

  async take(context: RequestContext, { token, url, headers, body }: RequestOf<typeof takeReport>): Promise<void> {
    const { esp_id, esp_type, settings } = await this.accounts.of(context, token);
    if (!isReporting(esp_type)) throw new ServiceError('not_found', 'No such webhook');
    const reporter = { accountId: context.accountId, espAccountId: esp_id, espType: esp_type };
    const release = body.length > largeReport ? await this.large.acquire() : undefined;
    try {
      const report = { url, headers, body: Buffer.from(body, 'base64') };
      const { events, nonce } = await this.readers.read(esp_type, report, settings);
      await this.events.store(reporter, events, nonce);
    } finally {
      release?.();
    }
  }
}
