import type { ReportReader } from './report-reader.js';
import { logEvents, requireBasic } from './report-reader.js';
import { eventsIn } from './event-list.js';
import type { Fields } from './fields.js';
import { toFields, buildKey, toText, timeOfSeconds } from './fields.js';
import type { ProviderEvent } from './report.js';

/** Mailjet's Event API: one event, or an array if grouping is on. Events are not signed. */
export const mailjet: ReportReader<'esp_kind_6'> = {
  logEventByType: {
    sent: logEvents.delivered,
    'bounce/invalid': logEvents.invalidAddress,
    'bounce/hard': logEvents.rejected,
    'bounce/soft': logEvents.softBounce,
    'bounce/greylisted': logEvents.deferred,
    blocked: logEvents.dropped,
    open: logEvents.opened,
    click: logEvents.clicked,
    spam: logEvents.reportedAsSpam,
    unsub: logEvents.unsubscribed,
  },
  async read(report, settings) {
    requireBasic(report, settings);
    return { events: await eventsIn(report.body.toString(), (event) => toEvent(toFields(event))) };
  },
};

function toEvent(event: Fields): ProviderEvent {
  const type = toText(event['event']) ?? '';
  const logId = toText(event['CustomID']) ?? logIdIn(event['Payload']);
  return {
    // Numeric ids exceed the precision of a number, so two emails could have the same parsed id.
    key: buildKey(logId, event['Message_GUID'], type, event['time'], event['email'], event['url']),
    type: type === 'bounce' ? `bounce/${getBounceType(event)}` : type,
    logId,
    atMs: timeOfSeconds(event['time']),
    address: toText(event['email']),
    text:
      toText(event['smtp_reply']) ??
      toText(event['comment']) ??
      toText(event['error']) ??
      toText(event['error_related_to']),
    code: toText(event['error']),
    url: toText(event['url']),
    userAgent: toText(event['agent']),
  };
}

/** Mailjet errors that mean an invalid address. */
const invalidErrors = new Set(['user unknown', 'mailbox inactive', 'invalid domain', 'no mail host']);

function getBounceType(event: Fields): 'invalid' | 'hard' | 'soft' | 'greylisted' {
  if (event['hard_bounce'] === true) return invalidErrors.has(toText(event['error']) ?? '') ? 'invalid' : 'hard';
  return event['error'] === 'greylisted' ? 'greylisted' : 'soft';
}

function logIdIn(payload: unknown): string | undefined {
  try {
    return toText(toFields(JSON.parse(toText(payload) ?? '{}'))['log_id']);
  } catch {
    return undefined;
  }
}
