import type { ReportReader } from './report-reader.js';
import { logEvents, requireBasic } from './report-reader.js';
import { eventsIn } from './event-list.js';
import type { Fields } from './fields.js';
import { toFields, buildKey, toText, timeOfIso, timeOfSeconds } from './fields.js';
import type { ProviderEvent } from './report.js';

/** SparkPost's webhooks: an array of events, each in an envelope with its class. Events are not signed. */
export const sparkPost: ReportReader<'esp_kind_8'> = {
  logEventByType: {
    injection: logEvents.processed,
    delivery: logEvents.delivered,
    delay: logEvents.deferred,
    'bounce/invalid': logEvents.invalidAddress,
    'bounce/hard': logEvents.rejected,
    'bounce/soft': logEvents.softBounce,
    'bounce/unsubscribe': logEvents.unsubscribed,
    'bounce/reply': null,
    policy_rejection: logEvents.dropped,
    generation_rejection: logEvents.dropped,
    generation_failure: logEvents.dropped,
    open: logEvents.opened,
    amp_open: logEvents.opened,
    initial_open: null,
    amp_initial_open: null,
    click: logEvents.clicked,
    amp_click: logEvents.clicked,
    spam_complaint: logEvents.reportedAsSpam,
    list_unsubscribe: logEvents.unsubscribed,
    link_unsubscribe: logEvents.unsubscribed,
    relay_injection: null,
    relay_rejection: null,
    relay_delivery: null,
    relay_tempfail: null,
    relay_permfail: null,
    sms_status: null,
  },
  async read(report, settings) {
    requireBasic(report, settings);
    const toEvents = (item: unknown): ProviderEvent[] =>
      Object.values(toFields(toFields(item)['msys'])).map((event) => toEvent(toFields(event)));
    return { events: await eventsIn(report.body.toString(), toEvents) };
  },
};

function toEvent(event: Fields): ProviderEvent {
  const type = toText(event['type']) ?? '';
  const at = event['timestamp'];
  const logId = toText(toFields(event['rcpt_meta'])['log_id']);
  return {
    key: toText(event['event_id']) ?? buildKey(logId, event['message_id'], type, event['rcpt_to'], at),
    type: type === 'bounce' || type === 'out_of_band' ? `bounce/${getBounceType(event)}` : type,
    logId,
    atMs: timeOfSeconds(at) ?? timeOfIso(at),
    address: toText(event['raw_rcpt_to']) ?? toText(event['rcpt_to']),
    text: toText(event['raw_reason']) ?? toText(event['reason']),
    code: toText(event['error_code']),
    url: toText(event['target_link_url']),
    userAgent: toText(event['user_agent']),
  };
}

/** Classifies by SparkPost's bounce class. Some classes, such as automatic replies, are not bounces. */
function getBounceType(event: Fields): 'invalid' | 'hard' | 'soft' | 'unsubscribe' | 'reply' {
  switch (toText(event['bounce_class'])) {
    case '10':
      return 'invalid';
    case '30':
      return 'hard';
    case '90':
      return 'unsubscribe';
    case '60':
    case '80':
    case '100':
      return 'reply';
    default:
      return 'soft';
  }
}
