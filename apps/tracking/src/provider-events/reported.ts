import { createHash } from 'node:crypto';
import type { PayloadOf, ReportedStatus } from '@postrider/contracts';
import { id, isHardBounce, logEventReported, newId } from '@postrider/contracts';
import type { OutboxRow } from '@postrider/outbox';
import { outboxRow } from '@postrider/outbox';
import { Counter } from 'prom-client';
import type { ProviderEvent } from './kinds/report.js';
import type { EventSource } from './report-readers.js';
import { eventSources } from './report-readers.js';

const events = new Counter({
  name: 'postrider_provider_events_total',
  help: 'Events that providers reported, by type of the ESP account and outcome',
  labelNames: ['esp_type', 'outcome'],
});

export function countEvents(
  esp_type: string,
  outcome: 'published' | 'repeated' | 'ignored' | 'unknown_type' | 'no_log',
  count: number,
): void {
  if (count > 0) events.inc({ esp_type, outcome }, count);
}

/** The ESP account that reports. */
export interface Reporter {
  readonly accountId: string;
  /** Empty for a bounce message, which belongs to no ESP account. */
  readonly espAccountId: string;
  readonly espType: EventSource;
}

/** A provider's event about one of our emails. */
interface MailEvent extends Omit<ProviderEvent, 'key' | 'type' | 'logId' | 'atMs'> {
  readonly logId: string;
  readonly atMs: number;
}

export type ReporterEvent = Reporter & { readonly type: string; readonly event: MailEvent };

/** The message of a log event; the text of the receiver or the provider follows it. */
const messageByStatus: Readonly<Partial<Record<ReportedStatus, string>>> = {
  processed: 'Accepted by the provider',
  deferred: 'Not delivered yet; the provider retries',
  dropped: 'Dropped by the provider',
  delivered: 'Accepted by the mail server of the recipient',
  bounced: 'Rejected by the mail server of the recipient',
  opened: 'The email was opened',
  clicked: 'A link was clicked',
  unsubscribed: 'The recipient unsubscribed',
  reported_as_spam: 'The recipient reported the email as spam',
};

/**
 * The log event for a provider's event. Events of bots do not change the status. Undefined for a type without a
 * meaning.
 */
export function toLogEvent({
  espType,
  espAccountId,
  type,
  event,
}: ReporterEvent): PayloadOf<typeof logEventReported> | undefined {
  const logEvent = eventSources[espType].logEventByType[type];
  if (!logEvent) return undefined;
  const { status, bounce: bounceClass } = logEvent;
  const { logId: log_id, atMs: at_ms, address, text, code, url, userAgent: user_agent, isBot: is_bot } = event;
  const more = text ?? (status === 'clicked' ? url?.slice(0, 500) : undefined);
  return {
    log_id,
    type: status,
    at_ms,
    message: more === undefined ? messageByStatus[status]! : `${messageByStatus[status]!}: ${more}`,
    moves_status: is_bot !== true,
    ...(espAccountId === '' ? {} : { esp_account_id: espAccountId }),
    address,
    detail: {
      bounce: bounceClass && (isHardBounce({ bounceClass, code, text }) ? 'hard' : 'soft'),
      code,
      url,
      user_agent,
      is_bot,
    },
  };
}

/**
 * The log events for those events of a report that are about our emails; the others are counted. Event ids are derived
 * from the provider's key, so that delivery ignores repetitions.
 */
export function toOutboxRows(reporter: Reporter, reported: readonly ProviderEvent[]): OutboxRow[] {
  const { espType, accountId } = reporter;
  const { logEventByType: meanings } = eventSources[espType];
  const known = reported.filter(({ type }) => Object.hasOwn(meanings, type));
  const relevant = known.filter(({ type }) => meanings[type] !== null);
  const rows = relevant.flatMap((each) => {
    const event = toMailEvent(each);
    const payload = event && toLogEvent({ ...reporter, type: each.type, event });
    if (!payload) return [];
    const context = { accountId, requestId: newId('request') };
    return [outboxRow(logEventReported, context, payload, `${event.logId}-${hashReport(reporter, 'event', each.key)}`)];
  });
  countEvents(espType, 'unknown_type', reported.length - known.length);
  countEvents(espType, 'ignored', known.length - relevant.length);
  countEvents(espType, 'no_log', relevant.length - rows.length);
  return rows;
}

const hashBytes = 16;

export const hashReport = ({ accountId, espAccountId }: Reporter, what: 'event' | 'nonce', key: string): string =>
  createHash('sha256')
    .update(`${accountId} ${espAccountId} ${what} ${key}`)
    .digest()
    .subarray(0, hashBytes)
    .toString('base64url');

const logId = id('log');
const maxCharacters = { address: 320, text: 500, code: 255, url: 2_048, userAgent: 512 };

/** Undefined for an event about an unknown email. */
function toMailEvent({ key: _key, type: _type, atMs, isBot, ...event }: ProviderEvent): MailEvent | undefined {
  const { success, data } = logId.safeParse(event.logId);
  if (!success) return undefined;
  return {
    logId: data,
    atMs: atMs === undefined || atMs < 0 ? Date.now() : Math.min(atMs, Date.now()),
    address: line(event.address, maxCharacters.address),
    text: line(event.text, maxCharacters.text),
    code: line(event.code, maxCharacters.code),
    url: line(event.url, maxCharacters.url),
    userAgent: line(event.userAgent, maxCharacters.userAgent),
    ...(isBot ? { isBot } : {}),
  };
}

/** One line that PostgreSQL can store: no control characters, no half of a surrogate pair. */
const line = (text: string | undefined, maxLength: number): string | undefined =>
  text
    ?.slice(0, 2 * maxLength)
    .replace(/[\s\x00-\x1f\x7f]+/g, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed() || undefined;
