import { createHmac } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ReportReader } from './report-reader.js';
import { isSame, logEvents } from './report-reader.js';
import { eventsIn } from './event-list.js';
import { toFields, buildKey, toText, timeOfSeconds } from './fields.js';
import type { FormField } from './form-fields.js';
import { formFields } from './form-fields.js';
import type { ProviderEvent, Report } from './report.js';
import { unverified } from './report.js';

/** The key that signs the first call, before a new webhook has its own key. */
const keyOfTests = 'test-webhook';
const maxTestBytes = 1_000;

/** Mailchimp Transactional's webhooks: a form with an array of events, signed by HMAC-SHA1 over the address and the form. */
export const mandrill: ReportReader<'esp_kind_3'> = {
  logEventByType: {
    send: logEvents.processed,
    delivered: logEvents.delivered,
    deferral: logEvents.deferred,
    hard_bounce: logEvents.rejected,
    'hard_bounce/invalid': logEvents.invalidAddress,
    soft_bounce: logEvents.softBounce,
    reject: logEvents.dropped,
    open: logEvents.opened,
    click: logEvents.clicked,
    spam: logEvents.reportedAsSpam,
    unsub: logEvents.unsubscribed,
    whitelist: null,
    blacklist: null,
    inbound: null,
  },
  async read(report, settings) {
    const form = await formFields(report.body);
    if (await isSigned(report, form, settings.signing_key))
      return { events: await eventsIn(eventsField(form), toEvent) };
    if (await isTest(report)) return { events: [] };
    throw unverified('the signature is not that of the key of the webhook, or the webhook was given another address');
  },
  isTest,
};

/** A call without events, sent before the key is shown. */
async function isTest(report: Report): Promise<boolean> {
  if (report.body.length > maxTestBytes) return false;
  const form = await formFields(report.body);
  return eventsField(form) === '[]' && (await isSigned(report, form, keyOfTests));
}

const eventsField = (form: readonly FormField[]): string =>
  form.find(({ name }) => name === 'mandrill_events')?.chunks.join('') ?? '';

async function isSigned({ url, headers }: Report, form: readonly FormField[], key: string): Promise<boolean> {
  const given = headers['x-mandrill-signature'];
  if (given === undefined) return false;
  const signature = createHmac('sha1', key).update(url);
  for (const { name, chunks } of form.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    signature.update(name);
    for (const chunk of chunks) {
      signature.update(chunk);
      await yieldToEventLoop();
    }
  }
  return isSame(signature.digest('base64'), given);
}

/** The bounce descriptions that mean an invalid address; other hard bounces may be due to a policy. */
const invalidDescriptions = new Set(['bad_mailbox', 'invalid_domain']);

function toEvent(given: unknown): ProviderEvent {
  const event = toFields(given);
  const message = toFields(event['msg']);
  const type = toText(event['event']) ?? toText(event['type']) ?? '';
  const logId = toText(toFields(message['metadata'])['log_id']);
  const description = toText(message['bounce_description']);
  return {
    key: buildKey(logId, event['_id'], type, event['ts'], event['url']),
    type: type === 'hard_bounce' && invalidDescriptions.has(description ?? '') ? 'hard_bounce/invalid' : type,
    logId,
    atMs: timeOfSeconds(event['ts']),
    address: toText(message['email']),
    text: toText(message['diag']) ?? toText(event['diag']) ?? description ?? toText(event['reject']),
    code: description,
    url: toText(event['url']),
    userAgent: toText(event['user_agent']),
  };
}
