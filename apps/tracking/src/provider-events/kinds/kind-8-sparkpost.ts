import { requireBasic } from './basic-authentication.js';
import { eventsIn } from './event-list.js';
import type { Fields } from './fields.js';
import { fieldsOf, keyOf, textOf, timeOfIso, timeOfSeconds } from './fields.js';
import type { ProviderEvent } from './report.js';
import type { ReportReader } from './report-reader.js';
import {
  processed,
  delivered,
  deferred,
  dropped,
  opened,
  clicked,
  unsubscribed,
  reportedAsSpam,
  invalidAddress,
  rejected,
  softBounce,
  nothing,
} from './report-reader.js';

/** SparkPost's webhooks: an array of events, each in an envelope that tells its class. Nothing is signed. */
export const sparkPost: ReportReader<'esp_kind_8'> = {
  meanings: {
    injection: processed,
    delivery: delivered,
    delay: deferred,
    'bounce/invalid': invalidAddress,
    'bounce/hard': rejected,
    'bounce/soft': softBounce,
    'bounce/unsubscribe': unsubscribed,
    'bounce/reply': nothing,
    policy_rejection: dropped,
    generation_rejection: dropped,
    generation_failure: dropped,
    open: opened,
    amp_open: opened,
    initial_open: nothing,
    amp_initial_open: nothing,
    click: clicked,
    amp_click: clicked,
    spam_complaint: reportedAsSpam,
    list_unsubscribe: unsubscribed,
    link_unsubscribe: unsubscribed,
    relay_injection: nothing,
    relay_rejection: nothing,
    relay_delivery: nothing,
    relay_tempfail: nothing,
    relay_permfail: nothing,
    sms_status: nothing,
  },
  async read(report, settings) {
    requireBasic(report, settings);
    const eventsOf = (item: unknown): ProviderEvent[] =>
      Object.values(fieldsOf(fieldsOf(item)['msys'])).map((event) => eventOf(fieldsOf(event)));
    return { events: await eventsIn(report.body.toString(), eventsOf) };
  },
};

function eventOf(event: Fields): ProviderEvent {
  const type = textOf(event['type']) ?? '';
  const at = event['timestamp'];
  const logId = textOf(fieldsOf(event['rcpt_meta'])['log_id']);
  return {
    key: textOf(event['event_id']) ?? keyOf(logId, event['message_id'], type, event['rcpt_to'], at),
    type: type === 'bounce' || type === 'out_of_band' ? `bounce/${bounceOf(event)}` : type,
    logId,
    atMs: timeOfSeconds(at) ?? timeOfIso(at),
    address: textOf(event['raw_rcpt_to']) ?? textOf(event['rcpt_to']),
    text: textOf(event['raw_reason']) ?? textOf(event['reason']),
    code: textOf(event['error_code']),
    url: textOf(event['target_link_url']),
    userAgent: textOf(event['user_agent']),
  };
}

/** By its class: what the receiver's answer was read as. Some of what comes back is no bounce. */
function bounceOf(event: Fields): 'invalid' | 'hard' | 'soft' | 'unsubscribe' | 'reply' {
  switch (textOf(event['bounce_class'])) {
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
