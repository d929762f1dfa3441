import type { LogEventDetail, logEventReported, PayloadOf, ReportedStatus } from '@postrider/contracts';
import { addressKey, erasedText, isPseudonym } from '@postrider/contracts';
import { rankOf } from './log.entity.js';
import type { MailOfEvent } from './mail-events.js';

type Report = PayloadOf<typeof logEventReported>;

/** What is known of a log before something is reported of it. */
export interface ReportedLog extends MailOfEvent {
  readonly accountId: string;
  /** The ESP account that sent it, or was to. */
  readonly sentThrough: string | null;
  /** Of what sending itself brought about, the last that is not a failure, in Unix milliseconds: what is reported came after it. */
  readonly handedOverMs: number;
  /** The types that were reported so far, how many in all, and those that moved the status, whoever said so. */
  readonly types: readonly string[];
  readonly count: number;
  readonly movedTo: readonly string[];
}

/** A log event as it is appended. */
export interface AppendedEvent {
  readonly type: ReportedStatus;
  readonly atMs: number;
  readonly message: string;
  readonly movesStatus: boolean;
  /** Whether it moves the status and is the first of its kind that does. */
  readonly first: boolean;
  readonly espAccountId: string | undefined;
  readonly detail: LogEventDetail;
}

/** A log keeps so many reported events; then only what it has none of (docs/operate/limits.md#reported-events). */
export const maxReportedEvents = 1_000;

const maxMessageLength = 1_000;

const repeated: Partial<Record<ReportedStatus, ReportedStatus>> = { opened: 're_opened', clicked: 're_clicked' };
const first: Partial<Record<ReportedStatus, ReportedStatus>> = { re_opened: 'opened', re_clicked: 'clicked' };

/**
 * What of the reported events is appended to their log: in the order of time, never before the mail was handed over nor in the future, whatever the
 * clock of a provider says. The first open that counts is `opened` and every later one `re_opened`, however often it was reported as what.
 */
export function appendedTo(log: ReportedLog, reported: readonly Report[], nowMs: number): AppendedEvent[] {
  const types = new Set(log.types);
  const movedTo = new Set(log.movedTo);
  let { count } = log;
  const appended: AppendedEvent[] = [];
  for (const report of reported.toSorted(byTime)) {
    const event = isPseudonym(log.recipientAddress)
      ? asOfErased(report)
      : isOfCopy(log, report)
        ? asOfCopy(report)
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

const isOfCopy = ({ recipientAddress }: ReportedLog, { address }: Report): boolean =>
  address !== undefined && addressKey(address) !== addressKey(recipientAddress);

/** Whoever got a copy does not say how far the mail has come to its recipient. */
const asOfCopy = ({ address, message, detail, ...report }: Report): Report => ({
  ...report,
  message: `Copy to ${address}: ${message}`.slice(0, maxMessageLength),
  moves_status: false,
  detail: { ...detail, copy_address: address },
});

/** What is heard of somebody who was erased says what happened and no more; where it names an address, nobody knows any more whether that was a copy's. */
const asOfErased = ({ address, message: _message, detail: { bounce, code, is_bot }, ...report }: Report): Report => ({
  ...report,
  message: erasedText,
  moves_status: report.moves_status && address === undefined,
  detail: {
    ...(bounce && { bounce }),
    ...(code !== undefined && { code }),
    ...(is_bot !== undefined && { is_bot }),
  },
});

/** Which of the appended events the log shows from now on, if its own status is not more meaningful. */
export function mostSevere(appended: readonly AppendedEvent[]): AppendedEvent | undefined {
  return appended
    .filter(({ movesStatus }) => movesStatus)
    .reduce<AppendedEvent | undefined>(
      (shown, event) => (shown && rankOf[shown.type] > rankOf[event.type] ? shown : event),
      undefined,
    );
}

/** Some providers tell whole seconds only: of one moment, the less meaningful came first. */
const byTime = (one: Report, other: Report): number => one.at_ms - other.at_ms || rankOf[one.type] - rankOf[other.type];
