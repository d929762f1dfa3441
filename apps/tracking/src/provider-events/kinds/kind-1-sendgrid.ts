import type { KeyObject } from 'node:crypto';
import { createPublicKey, verify } from 'node:crypto';
import type { WebhookSettingsOf } from '@postrider/contracts';
import { LRUCache } from 'lru-cache';
import { eventsIn } from './event-list.js';
import type { Fields } from './fields.js';
import { toFields, buildKey, toText, timeOfSeconds } from './fields.js';
import type { ProviderEvent, Report } from './report.js';
import { unverified } from './report.js';
import type { ReportReader } from './report-reader.js';
import { logEvents } from './report-reader.js';

/** SendGrid retries for a day, with the original timestamp. */
const oldestMs = 48 * 3_600_000;

/** Twilio SendGrid's Event Webhook: an array of events, signed by ECDSA over the time and the bytes. */
export const sendGrid: ReportReader<'esp_kind_1'> = {
  logEventByType: {
    processed: logEvents.processed,
    delivered: logEvents.delivered,
    deferred: logEvents.deferred,
    bounce: logEvents.rejected,
    'bounce/invalid': logEvents.invalidAddress,
    'bounce/blocked': logEvents.softBounce,
    dropped: logEvents.dropped,
    open: logEvents.opened,
    click: logEvents.clicked,
    spamreport: logEvents.reportedAsSpam,
    unsubscribe: logEvents.unsubscribed,
    group_unsubscribe: logEvents.unsubscribed,
    group_resubscribe: null,
    account_status_change: null,
  },
  async read(report, settings, { nowMs }) {
    verifySignature(report, settings, nowMs);
    return { events: await eventsIn(report.body.toString(), toEvent) };
  },
};

/** Parsing a key takes longer than verifying with it, so parsed keys are cached. */
const keys = new LRUCache<string, KeyObject>({ max: 1_000 });

function keyOfText(text: string): KeyObject {
  const known = keys.get(text);
  if (known) return known;
  const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
  keys.set(text, key);
  return key;
}

function verifySignature({ headers, body }: Report, settings: WebhookSettingsOf<'esp_kind_1'>, nowMs: number): void {
  const signature = headers['x-twilio-email-event-webhook-signature'];
  const timestamp = headers['x-twilio-email-event-webhook-timestamp'];
  if (signature === undefined || timestamp === undefined) throw unverified('the signature is missing');
  if (!(Math.abs(nowMs - Number(timestamp) * 1000) <= oldestMs)) throw unverified('the signature is too old');
  const signed = Buffer.concat([Buffer.from(timestamp), body]);
  if (!verify('sha256', signed, keyOfText(settings.public_key), Buffer.from(signature, 'base64')))
    throw unverified('the signature is not that of the public key of the webhook');
}

function toEvent(given: unknown): ProviderEvent {
  const event = toFields(given);
  const type = toText(event['event']) ?? '';
  const logId = toText(event['postrider_log_id']);
  return {
    key:
      toText(event['sg_event_id']) ?? buildKey(logId, event['sg_message_id'], type, event['email'], event['timestamp']),
    type: type === 'bounce' ? getBounceType(event) : type,
    logId,
    atMs: timeOfSeconds(event['timestamp']),
    address: toText(event['email']),
    text: toText(event['reason']) ?? toText(event['response']),
    code: toText(event['status']),
    url: toText(event['url']),
    userAgent: toText(event['useragent']),
    isBot: event['sg_machine_open'] === true,
  };
}

function getBounceType(event: Fields): string {
  if (event['type'] === 'blocked') return 'bounce/blocked';
  switch (toText(event['bounce_classification'])) {
    case 'Invalid Address':
      return 'bounce/invalid';
    case 'Content':
    case 'Reputation':
    case 'Frequency or Volume Too High':
      return 'bounce/blocked';
    default:
      return 'bounce';
  }
}
