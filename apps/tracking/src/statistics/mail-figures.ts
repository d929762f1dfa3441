import { Injectable } from '@nestjs/common';
import type { PayloadOf, ReportedStatus } from '@postrider/contracts';
import { addressKey, conversionRecorded, logEventRecorded, messageEnded, messageSent } from '@postrider/contracts';
import type { EventBatch } from '@postrider/messaging';
import type { EntityManager } from 'typeorm';
import { Attributions } from './attributions.js';
import { ClicksRepository } from './clicks.repository.js';
import { Counting } from './counting.js';
import type { Contribution, CountedMail } from './measures.js';
import { deliveredAfter, once } from './measures.js';
import { RecountsRepository } from './recounts.repository.js';

type Recorded = PayloadOf<typeof logEventRecorded>;

/** The counter of each event type. The first open is `opened`, later ones are `re_opened`. */
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

/** Ignores events of copies and machines, which do not change the status, and of test keys, which send nothing. */
const counts = ({ type, moves_status, test }: Recorded): boolean => moves_status && !test && isCounted(type);

/** Counts the events of email for the statistics of its account (docs/statistics.md). */
@Injectable()
export class MailFigures {
  constructor(
    private readonly counting: Counting,
    private readonly recounts: RecountsRepository,
    private readonly clicks: ClicksRepository,
    private readonly attributions: Attributions,
  ) {}

  async add(tx: EntityManager, batch: EventBatch): Promise<void> {
    const sent = batch.of(messageSent).filter(({ payload: { test } }) => !test);
    const refused = batch.of(messageEnded).filter(({ payload: { test, status } }) => !test && status === 'bounced');
    const recorded = batch.of(logEventRecorded).filter(({ payload }) => counts(payload));
    await this.count(tx, [
      ...sent.map((event): Contribution => ({
        ...toMail(event, event.payload.esp_account_id),
        part: 'sent',
        measured: { sent: 1 },
      })),
      ...refused.map((event): Contribution => ({
        ...toMail(event, event.payload.esp_account_id),
        part: 'ended',
        measured: { refused: 1, ...once('bounced', true) },
      })),
      ...recorded.flatMap((event): Contribution[] => {
        const { type, first = !type.startsWith('re_'), sent_through, delivered_after_ms } = event.payload;
        if (!isCounted(type)) return [];
        const measured = { ...once(countedAs[type], first), ...deliveredAfter(delivered_after_ms) };
        return [{ ...toMail(event, sent_through), part: 'reported', measured }];
      }),
    ]);
    await this.clicks.store(
      tx,
      recorded
        .filter(({ payload }) => isClick(payload))
        .map((event) => ({
          ...toMail(event, event.payload.sent_through),
          recipientKey: addressKey(event.payload.recipient_address),
          atMs: event.payload.at_ms,
        })),
    );
    await this.attributions.attribute(
      tx,
      batch.of(conversionRecorded).map(({ eventId, accountId, payload }) => ({
        accountId,
        id: eventId,
        recipientKey: payload.email,
        revenue: payload.revenue ?? 0,
        atMs: payload.at_ms,
      })),
    );
  }

  /** Email of days that are counted from the log is marked to be counted again, not counted from its events. */
  private async count(tx: EntityManager, contributions: readonly Contribution[]): Promise<void> {
    if (contributions.length === 0) return;
    const recounted = await this.recounts.countedFromLog(tx, contributions);
    await this.recounts.mark(tx, contributions.filter(recounted));
    await this.counting.add(
      tx,
      contributions.filter((contribution) => !recounted(contribution)),
    );
  }
}

interface MailPayload {
  readonly log_id: string;
  readonly template_id: string;
  readonly version_id?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

const toMail = (
  { accountId, payload }: { readonly accountId: string; readonly payload: MailPayload },
  espAccountId: string | undefined,
): CountedMail => ({
  accountId,
  logId: payload.log_id,
  templateId: payload.template_id,
  versionId: payload.version_id ?? '',
  espAccountId: espAccountId ?? '',
  tags: payload.tags ?? [],
});
