import { Injectable } from '@nestjs/common';
import { logEventRecorded, logEventReported } from '@postrider/contracts';
import type { ReceivedEvent } from '@postrider/messaging';
import { On } from '@postrider/messaging';
import { outboxRow, OutboxRelay } from '@postrider/outbox';
import { Counter } from 'prom-client';
import type { EntityManager } from 'typeorm';
import { aboutMail } from './mail-events.js';
import type { AppendedEvent, ReportedLog } from './reported-events.js';
import { appendedTo, deliveredAfterMs } from './reported-events.js';
import { ReportedEventsRepository } from './reported-events.repository.js';

const reportedEvents = new Counter({
  name: 'postrider_reported_log_events_total',
  help: 'Log events reported from outside, by outcome: recorded, unknown_log (the account has no such log), or too_many (the log is full)',
  labelNames: ['outcome'],
});

type Reported = ReceivedEvent<typeof logEventReported>;

/** Appends reported events to the history of their emails (docs/guides/statuses.md#events). */
@Injectable()
export class ReportedEventsConsumer {
  constructor(
    private readonly events: ReportedEventsRepository,
    private readonly relay: OutboxRelay,
  ) {}

  @On(logEventReported)
  async append(events: readonly Reported[], tx: EntityManager): Promise<void> {
    const ofLog = byLog(events);
    const logs = await this.events.lock(
      tx,
      [...ofLog.values()].map(([event]) => ({ accountId: event!.accountId, logId: event!.payload.log_id })),
    );
    const nowMs = Date.now();
    const appended = logs.map((log) => {
      const reported = ofLog.get(getKey(log))!;
      const appending = appendedTo(
        log,
        reported.map(({ payload }) => payload),
        nowMs,
      );
      return { log, of: reported.length, events: appending.map((event) => withOutbox(log, event, reported[0]!)) };
    });
    await this.events.append(tx, appended);
    const known = appended.reduce((sum, { of }) => sum + of, 0);
    const recorded = appended.reduce((sum, { events: those }) => sum + those.length, 0);
    reportedEvents.inc({ outcome: 'recorded' }, recorded);
    reportedEvents.inc({ outcome: 'too_many' }, known - recorded);
    reportedEvents.inc({ outcome: 'unknown_log' }, events.length - known);
    this.relay.wake();
  }
}

const getKey = ({ accountId, logId }: { readonly accountId: string; readonly logId: string }): string =>
  `${accountId} ${logId}`;

function byLog(events: readonly Reported[]): Map<string, Reported[]> {
  const ofLog = new Map<string, Reported[]>();
  for (const event of events) {
    const key = getKey({ accountId: event.accountId, logId: event.payload.log_id });
    ofLog.set(key, [...(ofLog.get(key) ?? []), event]);
  }
  return ofLog;
}

function withOutbox(log: ReportedLog, event: AppendedEvent, { accountId, requestId }: Reported) {
  const outbox = outboxRow(
    logEventRecorded,
    { accountId, requestId },
    {
      ...aboutMail(log),
      type: event.type,
      at_ms: event.atMs,
      message: event.message,
      moves_status: event.movesStatus,
      ...(event.espAccountId === undefined ? {} : { esp_account_id: event.espAccountId }),
      detail: event.detail,
      ...(log.sentThrough === null ? {} : { sent_through: log.sentThrough }),
      first: event.first,
      ...(event.first && event.type === 'delivered' && { delivered_after_ms: deliveredAfterMs(log, event.atMs) }),
    },
  );
  return { ...event, outbox };
}
