import { Injectable } from '@nestjs/common';
import type { PayloadOf, ReportedStatus } from '@postrider/contracts';
import {
  addressKey,
  conversionRecorded,
  customerErased,
  logEventRecorded,
  messageEnded,
  messageSent,
} from '@postrider/contracts';
import type { ReceivedEvent } from '@postrider/messaging';
import { On } from '@postrider/messaging';
import { erasePersonalData, inAddressOrder } from '@postrider/service';
import type { EntityManager } from 'typeorm';
import { trackingPersonalData } from '../personal-data/personal-data.js';
import { Attributions } from './attributions.js';
import { ClicksRepository } from './clicks.repository.js';
import { Counting } from './counting.js';
import type { Contribution, CountedMail } from './measures.js';
import { once } from './measures.js';
import { RecountsRepository } from './recounts.repository.js';

type Recorded = PayloadOf<typeof logEventRecorded>;

/** What is counted of what is heard of mails; the first open is said to be `opened`, every later one `re_opened`. */
const countedAs = {
  delivered: 'delivered',
  opened: 'opened',
  re_opened: 'opened',
  clicked: 'clicked',
  re_clicked: 'clicked',
  bounced: 'bounced',
  reported_as_spam: 'complaints',
  unsubscribed: 'unsubscribes',
} as const satisfies Partial<Record<ReportedStatus, string>>;
const isCounted = (type: ReportedStatus): type is keyof typeof countedAs => type in countedAs;
const isClick = ({ type }: Recorded): boolean => type === 'clicked' || type === 're_clicked';

/** Copies and machines do not move a log's status, and test keys send nothing. */
const counts = ({ type, moves_status, test }: Recorded): boolean => moves_status && !test && isCounted(type);

/** What becomes of mail, for the figures of its account (docs/statistics.md). */
@Injectable()
export class StatisticsConsumer {
  constructor(
    private readonly counting: Counting,
    private readonly recounts: RecountsRepository,
    private readonly clicks: ClicksRepository,
    private readonly attributions: Attributions,
  ) {}

  @On(messageSent, { when: ({ test }) => !test })
  sent(events: readonly ReceivedEvent<typeof messageSent>[], tx: EntityManager): Promise<void> {
    return this.count(
      tx,
      events.map((event) => ({
        ...mailOf(event, event.payload.esp_account_id),
        part: 'sent',
        measured: { sent: 1 },
      })),
    );
  }

  @On(messageEnded, { when: ({ test, status }) => !test && status === 'bounced' })
  ended(events: readonly ReceivedEvent<typeof messageEnded>[], tx: EntityManager): Promise<void> {
    return this.count(
      tx,
      events.map((event) => ({
        ...mailOf(event, event.payload.esp_account_id),
        part: 'ended',
        measured: { refused: 1, ...once('bounced', true) },
      })),
    );
  }

  @On(logEventRecorded, { when: counts })
  async recorded(events: readonly ReceivedEvent<typeof logEventRecorded>[], tx: EntityManager): Promise<void> {
    await this.count(
      tx,
      events.flatMap((event): Contribution[] => {
        const { type, first = !type.startsWith('re_'), sent_through } = event.payload;
        if (!isCounted(type)) return [];
        return [{ ...mailOf(event, sent_through), part: 'heard', measured: once(countedAs[type], first) }];
      }),
    );
    const clicks = events.filter(({ payload }) => isClick(payload));
    await this.clicks.note(
      tx,
      clicks.map((event) => ({
        ...mailOf(event, event.payload.sent_through),
        recipientKey: addressKey(event.payload.recipient_address),
        atMs: event.payload.at_ms,
      })),
    );
  }

  @On(conversionRecorded)
  converted(events: readonly ReceivedEvent<typeof conversionRecorded>[], tx: EntityManager): Promise<void> {
    return this.attributions.attribute(
      tx,
      events.map(({ eventId, accountId, payload }) => ({
        accountId,
        id: eventId,
        recipientKey: payload.email,
        revenue: payload.revenue ?? 0,
        atMs: payload.at_ms,
      })),
    );
  }

  @On(customerErased)
  async erased(events: readonly ReceivedEvent<typeof customerErased>[], tx: EntityManager): Promise<void> {
    for (const { accountId, payload } of inAddressOrder(events))
      await erasePersonalData(tx, trackingPersonalData, 'recipient', {
        accountId,
        keys: [payload.email],
        pseudonym: payload.pseudonym,
      });
  }

  /** Mail of days that are counted from the log is counted again from there, instead of by what is heard of it. */
  private async count(tx: EntityManager, contributions: readonly Contribution[]): Promise<void> {
    const recounted = await this.recounts.countedFromLog(tx, contributions);
    await this.recounts.mark(tx, contributions.filter(recounted));
    await this.counting.add(
      tx,
      contributions.filter((contribution) => !recounted(contribution)),
    );
  }
}

interface About {
  readonly log_id: string;
  readonly template_id: string;
  readonly version_id?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

const mailOf = (
  { accountId, payload }: { readonly accountId: string; readonly payload: About },
  espAccountId: string | undefined,
): CountedMail => ({
  accountId,
  logId: payload.log_id,
  templateId: payload.template_id,
  versionId: payload.version_id ?? '',
  espAccountId: espAccountId ?? '',
  tags: payload.tags ?? [],
});
