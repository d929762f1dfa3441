import type { ReportReader } from './report-reader.js';
import { means, requireBasic } from './report-reader.js';
import { eventsIn } from './event-list.js';
import type { Fields } from './fields.js';
import { fieldsOf, keyOf, textOf, timeOfSeconds } from './fields.js';
import type { ProviderEvent } from './report.js';

/** Mailjet's Event API: one event, or an array if grouping is on. Events are not signed. */
export const mailjet: ReportReader<'esp_kind_6'> = {
  meanings: {
    sent: means.delivered,
    'bounce/invalid': means.invalidAddress,
    'bounce/hard': means.rejected,
    'bounce/soft': means.softBounce,
    'bounce/greylisted': means.deferred,
    blocked: means.dropped,
    open: means.opened,
    click: means.clicked,
    spam: means.reportedAsSpam,
    unsub: means.unsubscribed,
  },
  async read(report, settings) {
    requireBasic(report, settings);
    return { events: await eventsIn(report.body.toString(), (event) => eventOf(fieldsOf(event))) };
  },
};

function eventOf(event: Fields): ProviderEvent {
  const type = textOf(event['event']) ?? '';
  const logId = textOf(event['CustomID']) ?? logIdIn(event['Payload']);
  return {
    // Numeric ids exceed the precision of a number, so two emails could have the same parsed id.
    key: keyOf(logId, event['Message_GUID'], type, event['time'], event['email'], event['url']),
    type: type === 'bounce' ? `bounce/${bounceOf(event)}` : type,
    logId,
    atMs: timeOfSeconds(event['time']),
    address: textOf(event['email']),
    text:
      textOf(event['smtp_reply']) ??
      textOf(event['comment']) ??
      textOf(event['error']) ??
      textOf(event['error_related_to']),
    code: textOf(event['error']),
    url: textOf(event['url']),
    userAgent: textOf(event['agent']),
  };
}

/** Mailjet errors that mean an invalid address. */
const invalidErrors = new Set(['user unknown', 'mailbox inactive', 'invalid domain', 'no mail host']);

function bounceOf(event: Fields): 'invalid' | 'hard' | 'soft' | 'greylisted' {
  if (event['hard_bounce'] === true) return invalidErrors.has(textOf(event['error']) ?? '') ? 'invalid' : 'hard';
  return event['error'] === 'greylisted' ? 'greylisted' : 'soft';
}

function logIdIn(payload: unknown): string | undefined {
  try {
    return textOf(fieldsOf(JSON.parse(textOf(payload) ?? '{}'))['log_id']);
  } catch {
    return undefined;
  }
}
