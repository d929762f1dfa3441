import type { WebhookEventType } from '@postrider/contracts';
import { eventMessages, timeOfId, uuidOfId } from '@postrider/contracts';
import type { WebhookEventData } from './webhook-event.js';

/** The types of Resend (docs/guides/resend.md#webhooks). A webhook in this form gets no other events. */
const resendTypeByType: Partial<Record<string, string>> = {
  'email.sent': 'email.sent',
  'email.delivered': 'email.delivered',
  'email.deferred': 'email.delivery_delayed',
  'email.bounced': 'email.bounced',
  'email.dropped': 'email.failed',
  'email.opened': 'email.opened',
  'email.re_opened': 'email.opened',
  'email.clicked': 'email.clicked',
  'email.re_clicked': 'email.clicked',
  'email.reported_as_spam': 'email.complained',
} satisfies Partial<Record<WebhookEventType, string>>;

export const typesWithResendForm: readonly string[] = Object.keys(resendTypeByType);

interface StoredBody {
  readonly type: string;
  readonly timestamp: string;
  readonly data: WebhookEventData;
}

/** The body of an event in Resend's format. Test events of other types keep their type, alerts also their data. */
export function toResendBody(stored: string): string {
  const { type, timestamp, data } = JSON.parse(stored) as StoredBody;
  if (type.startsWith('alert.')) return JSON.stringify({ type, created_at: timestamp, data });
  const isSuppressed = type === 'email.dropped' && data.message?.startsWith(eventMessages.suppressed);
  return JSON.stringify({
    type: isSuppressed ? 'email.suppressed' : (resendTypeByType[type] ?? type),
    created_at: timestamp,
    data: {
      email_id: uuidOfId(data.log_id),
      created_at: new Date(timeOfId(data.log_id)).toISOString(),
      to: [data.recipient.address],
      template_id: data.template,
      tags: Object.fromEntries(data.tags.map(tagEntry)),
      ...buildDetails(type, timestamp, data, isSuppressed),
    },
  });
}

function buildDetails(
  type: string,
  timestamp: string,
  { message = '', bounce, url, user_agent }: WebhookEventData,
  isSuppressed = false,
): object {
  if (isSuppressed) return { suppressed: { message, type: 'OnAccountSuppressionList' } };
  if (type === 'email.dropped') return { failed: { reason: message } };
  if (type === 'email.clicked' || type === 'email.re_clicked')
    return { click: { link: url, timestamp, userAgent: user_agent } };
  if (type !== 'email.bounced') return {};
  const kind = bounce === undefined ? 'Undetermined' : bounce === 'hard' ? 'Permanent' : 'Transient';
  return { bounce: { message, type: kind, subType: 'General' } };
}

/** Tags of the Resend-compatible API are `name:value`. */
function tagEntry(tag: string): readonly [string, string] {
  const colon = tag.indexOf(':');
  return colon < 0 ? [tag, ''] : [tag.slice(0, colon), tag.slice(colon + 1)];
}
