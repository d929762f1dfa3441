import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { FairQueue, TokenBuckets } from '@postrider/concurrency';
import type { RequestContext, RequestOf, takeReport } from '@postrider/contracts';
import { isReporting } from '@postrider/contracts';
import { unanswered, unavailable } from '@postrider/messaging';
import { Outbox } from '@postrider/outbox';
import { DataSource } from 'typeorm';
import type { ProviderEvent } from './kinds/report.js';
import { unreadable } from './kinds/report.js';
import { ReportReaders } from './report-readers.js';
import type { Reporter } from './reported.js';
import { countEvents, hashReport, toOutboxRows } from './reported.js';
import { SignaturesRepository } from './signatures.repository.js';

/** See docs/operate/limits.md#reported-events. */
const largeReport = 256 * 1024;
/** Per account, so that its events do not delay those of others in delivery. */
const eventRate = { perSecond: 5_000, windowSeconds: 1 };
const maxWaitSeconds = 3;
const maxPublished = 200;

/** Verifies reports of providers and publishes their events about emails to delivery before it returns. */
@Injectable()
export class ProviderEventsService {
  private readonly large = new FairQueue({ capacity: 1 });
  private readonly buckets = new TokenBuckets();

  constructor(
    private readonly readers: ReportReaders,
    private readonly signatures: SignaturesRepository,
    private readonly outbox: Outbox,
    private readonly database: DataSource,
  ) {}

  async take(context: RequestContext, { account, url, headers, body }: RequestOf<typeof takeReport>): Promise<void> {
    const { accountId } = context;
    const { esp_id, esp_type, settings } = account;
    if (!isReporting(esp_type)) throw unreadable('is of an ESP account whose provider sends none');
    await this.waitForRateLimit(accountId);
    const release = body.length > largeReport ? await this.large.acquire() : undefined;
    try {
      const report = { url, headers, body: Buffer.from(body, 'base64') };
      const { events, nonce } = await this.readers.read(esp_type, report, settings);
      const reporter = { accountId, espAccountId: esp_id, espType: esp_type };
      if (nonce !== undefined && !(await this.isFirstUse(reporter, nonce, events)))
        countEvents(esp_type, 'repeated', events.length);
      else await this.publish(context, reporter, events);
    } finally {
      release?.();
    }
  }

  /** A repeated nonce is accepted only with the same events, because the first attempt may not have published them. */
  private isFirstUse(reporter: Reporter, nonce: string, events: readonly ProviderEvent[]): Promise<boolean> {
    const keys = events.map(({ key }) => key).join(' ');
    return this.signatures.use(hashReport(reporter, 'nonce', nonce), hashReport(reporter, 'nonce', `${nonce} ${keys}`));
  }

  private async publish(
    { deadline }: RequestContext,
    reporter: Reporter,
    events: readonly ProviderEvent[],
  ): Promise<void> {
    for (let from = 0; from < events.length; from += maxPublished) {
      if (Date.now() > deadline) throw unanswered('The report was not published in time');
      const published = toOutboxRows(reporter, events.slice(from, from + maxPublished));
      this.buckets.use(reporter.accountId, eventRate, published.length);
      await this.outbox.publish(this.database.manager, published);
      countEvents(reporter.espType, 'published', published.length);
    }
  }

  /** Delays reports above the rate of an account. Rejects those that would wait too long; the provider repeats them. */
  private async waitForRateLimit(accountId: string): Promise<void> {
    const seconds = this.buckets.waitFor(accountId, eventRate);
    if (seconds > maxWaitSeconds) throw unavailable('This account reports too many events at a time');
    if (seconds > 0) await sleep(seconds * 1_000);
  }
}
