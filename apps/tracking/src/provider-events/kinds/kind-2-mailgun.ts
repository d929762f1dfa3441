import { createHmac } from 'node:crypto';
import type { ReportReader } from './report-reader.js';
import { isSame, logEvents } from './report-reader.js';
import type { Fields } from './fields.js';
import { toFields, jsonBody, buildKey, toText, timeOfSeconds } from './fields.js';
import type { ProviderEvent } from './report.js';
import { unreadable, unverified } from './report.js';

/** Mailgun retries for eight hours. */
const oldestMs = 24 * 3_600_000;

/** Mailgun's webhooks: one event, with an HMAC over a time and a token. The event is not signed, so each token is accepted once. */
export const mailgun: ReportReader<'esp_kind_2'> = {
  logEventByType: {
    accepted: logEvents.processed,
    delivered: logEvents.delivered,
    'failed/temporary': logEvents.deferred,
    'failed/permanent': logEvents.rejected,
    'failed/blocked': logEvents.softBounce,
    'failed/old': logEvents.softBounce,
    'failed/suppressed': logEvents.dropped,
    rejected: logEvents.dropped,
    opened: logEvents.opened,
    clicked: logEvents.clicked,
    complained: logEvents.reportedAsSpam,
    unsubscribed: logEvents.unsubscribed,
    stored: null,
    list_member_uploaded: null,
    list_member_upload_error: null,
    list_uploaded: null,
  },
  read(report, settings, { nowMs }) {
    if (/form/i.test(report.headers['content-type'] ?? ''))
      throw unreadable('is a form of a legacy webhook; add the address to the webhooks of the domain instead');
    const body = toFields(jsonBody(report));
    const { timestamp, token, signature } = toFields(body['signature']);
    const [time, nonce, given] = [toText(timestamp), toText(token), toText(signature)];
    if (!time || !nonce || !given) throw unverified('the signature is missing');
    if (
      !isSame(
        createHmac('sha256', settings.signing_key)
          .update(time + nonce)
          .digest('hex'),
        given,
      )
    )
      throw unverified('the signature is not that of the signing key of the webhook');
    if (!(Math.abs(nowMs - Number(time) * 1000) <= oldestMs)) throw unverified('the signature is too old');
    return { events: [toEvent(toFields(body['event-data']))], nonce };
  },
};

function toEvent(event: Fields): ProviderEvent {
  const status = toFields(event['delivery-status']);
  const client = toFields(event['client-info']);
  const logId = toText(toFields(event['user-variables'])['log_id']);
  return {
    // Ids are unique only within a day.
    key: buildKey(
      logId,
      event['id'],
      Math.floor((timeOfSeconds(event['timestamp']) ?? 0) / 86_400_000),
      event['event'],
    ),
    type: getType(event),
    logId,
    atMs: timeOfSeconds(event['timestamp']),
    address: toText(event['recipient']),
    text: toText(status['message']) ?? toText(status['description']) ?? toText(event['reason']),
    code: toText(status['enhanced-code']) ?? toText(status['code']),
    url: toText(event['url']),
    userAgent: toText(client['user-agent']),
    isBot: toText(client['bot']) !== undefined,
  };
}

/** A permanent failure may also mean that Mailgun did not try, or has tried for too long. */
function getType(event: Fields): string {
  const type = toText(event['event']) ?? '';
  if (type !== 'failed') return type;
  if (event['severity'] === 'temporary') return 'failed/temporary';
  const reason = toText(event['reason']) ?? '';
  if (reason.startsWith('suppress-')) return 'failed/suppressed';
  if (reason === 'old') return 'failed/old';
  return reason === 'espblock' ? 'failed/blocked' : 'failed/permanent';
}
