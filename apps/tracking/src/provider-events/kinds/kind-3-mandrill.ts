import { createHmac } from 'node:crypto';
import { isSame } from './basic-authentication.js';
import { eventsIn } from './event-list.js';
import { fieldsOf, keyOf, textOf, timeOfSeconds } from './fields.js';
import type { ProviderEvent, Report, ReportReader } from './report.js';
import { unverified } from './report.js';

/** What it signs its first call with, when a webhook is made and has no key yet. */
const keyOfTests = 'test-webhook';

/** Mailchimp Transactional's webhooks: a form with an array of events, signed by HMAC-SHA1 over the address and the form. */
export const mandrill: ReportReader<'esp_kind_3'> = {
  async read(report, settings) {
    const form = formOf(report);
    if (isSigned(report, form, settings.signing_key))
      return { events: await eventsIn(form.get('mandrill_events') ?? '', eventOf) };
    if (isMandrillTest(report)) return { events: [] };
    throw unverified('the signature is not that of the key of the webhook, or the webhook was given another address');
  },
};

/** A call that says nothing, which it makes before it shows the key. */
export function isMandrillTest(report: Report): boolean {
  const form = formOf(report);
  return form.get('mandrill_events') === '[]' && isSigned(report, form, keyOfTests);
}

const formOf = ({ body }: Report): URLSearchParams => new URLSearchParams(body.toString());

function isSigned({ url, headers }: Report, form: URLSearchParams, key: string): boolean {
  const given = headers['x-mandrill-signature'];
  const fields = [...form].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const signature = createHmac('sha1', key)
    .update(url + fields.flat().join(''))
    .digest('base64');
  return given !== undefined && isSame(signature, given);
}

/** What it calls an address that does not work; a hard bounce of another description may be a policy. */
const invalidAddress = new Set(['bad_mailbox', 'invalid_domain']);

function eventOf(given: unknown): ProviderEvent {
  const event = fieldsOf(given);
  const message = fieldsOf(event['msg']);
  const type = textOf(event['event']) ?? textOf(event['type']) ?? '';
  const logId = textOf(fieldsOf(message['metadata'])['log_id']);
  const description = textOf(message['bounce_description']);
  return {
    key: keyOf(logId, event['_id'], type, event['ts'], event['url']),
    type: type === 'hard_bounce' && invalidAddress.has(description ?? '') ? 'hard_bounce/invalid' : type,
    logId,
    atMs: timeOfSeconds(event['ts']),
    address: textOf(message['email']),
    text: textOf(message['diag']) ?? textOf(event['diag']) ?? description ?? textOf(event['reject']),
    code: description,
    url: textOf(event['url']),
    userAgent: textOf(event['user_agent']),
  };
}
