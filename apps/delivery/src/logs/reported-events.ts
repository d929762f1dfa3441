import type { LogEventDetail, logEventReported, PayloadOf, ReportedStatus } from '@postrider/contracts';
import { addressKey, erasedText, isPseudonym, timeOfId } from '@postrider/contracts';
import { rankByStatus } from './log.entity.js';
import type { MailOfEvent } from './mail-events.js';

type Report = PayloadOf<typeof logEventReported>;

/** The state of a log before reported events are appended. */
export interface ReportedLog extends MailOfEvent {
  readonly accountId: string;
  /** The ESP account that sent it or was chosen to. */
  readonly sentThrough: string | null;
  /** Of a scheduled email, in Unix seconds. */
  readonly sendAt: number | null;
  /**
   * Time of the last successful event of sending itself, in Unix milliseconds; reported events are never dated before
   * it.
   */
  readonly handedOverMs: number;
  /** Types reported so far, the number of reported events, and all types that moved the status. */
  readonly types: readonly string[];
  readonly count: number;
  readonly movedTo: readonly string[];
}

/** A log event to append. */
export interface AppendedEvent {
  readonly type: ReportedStatus;
  readonly atMs: number;
  readonly message: string;
  readonly movesStatus: boolean;
  /** Whether it is the first event of its kind that moves the status. */
  readonly first: boolean;
  readonly espAccountId: string | undefined;
  readonly detail: LogEventDetail;
}

/** Reported events per log; beyond that only new types are kept (docs/operate/limits.md#reported-events). */
export const maxReportedEvents = 1_000;

const maxMessageLength = 1_000;

const repeated: Partial<Record<ReportedStatus, ReportedStatus>> = { opened: 're_opened', clicked: 're_clicked' };
const first: Partial<Record<ReportedStatus, ReportedStatus>> = { re_opened: 'opened', re_clicked: 'clicked' };

/**
 * The events to append to a log, in the order of time. Provider clocks are not trusted: times are limited to between
 * the send and now. The first open that counts becomes `opened` and every later one `re_opened`, whatever was reported.
 */
export function appendedTo(log: ReportedLog, reported: readonly Report[], nowMs: number): AppendedEvent[] {
  const types = new Set(log.types);
  const movedTo = new Set(log.movedTo);
  let { count } = log;
  const appended: AppendedEvent[] = [];
  for (const report of reported.toSorted(byTime)) {
    const event = isPseudonym(log.recipientAddress)
      ? withoutPersonalData(report)
      : isForCopy(log, report)
        ? forCopy(report)
        : report;
    const base = first[event.type] ?? event.type;
    const type = event.moves_status && movedTo.has(base) ? (repeated[base] ?? base) : base;
    if (count >= maxReportedEvents && types.has(type)) continue;
    const isFirst = event.moves_status && !movedTo.has(base);
    count += 1;
    types.add(type);
    if (event.moves_status) movedTo.add(type);
    appended.push({
      type,
      atMs: Math.max(Math.min(event.at_ms, nowMs), log.handedOverMs),
      message: event.message,
      movesStatus: event.moves_status,
      first: isFirst,
      espAccountId: event.esp_account_id,
      detail: event.detail,
    });
  }
  return appended;
}

const isForCopy = ({ recipientAddress }: ReportedLog, { address }: Report): boolean =>
  address !== undefined && addressKey(address) !== addressKey(recipientAddress);

/** Events of a copy do not change the status for the recipient. */
const forCopy = ({ address, message, detail, ...report }: Report): Report => ({
  ...report,
  message: `Copy to ${address}: ${message}`.slice(0, maxMessageLength),
  moves_status: false,
  detail: { ...detail, copy_address: address },
});

/**
 * Removes personal data from events of an erased recipient. With an address, it is unknown whether the event is of a
 * copy.
 */
const withoutPersonalData = ({
  address,
  message: _message,
  detail: { bounce, code, is_bot },
  ...report
}: Report): Report => ({
  ...report,
  message: erasedText,
  moves_status: report.moves_status && address === undefined,
  detail: {
    ...(bounce && { bounce }),
    ...(code !== undefined && { code }),
    ...(is_bot !== undefined && { is_bot }),
  },
});

/** Milliseconds from the acceptance of an email, or from the time for which it was scheduled, to its delivery. */
export const deliveredAfterMs = (
  { logId, sendAt }: Pick<ReportedLog, 'logId' | 'sendAt'>,
  deliveredMs: number,
): number => Math.max(0, deliveredMs - Math.max(timeOfId(logId), (sendAt ?? 0) * 1000));

/** The event that determines the log's status, unless the log has a more significant one. */
export function mostSevere(appended: readonly AppendedEvent[]): AppendedEvent | undefined {
  return appended
    .filter(({ movesStatus }) => movesStatus)
    .reduce<AppendedEvent | undefined>(
      (highest, event) => (highest && rankByStatus[highest.type] > rankByStatus[event.type] ? highest : event),
      undefined,
    );
}

/** Some providers report whole seconds only: at the same time, the less significant event comes first. */
const byTime = (one: Report, other: Report): number =>
  one.at_ms - other.at_ms || rankByStatus[one.type] - rankByStatus[other.type];
