import type { DripMark, LogStatus, WebhookEventType } from '@postrider/contracts';
import { logEventRecorded, messageAccepted, messageEnded, messageSent, webhookEventTypes } from '@postrider/contracts';
import type { EventBatch, ReceivedEvent } from '@postrider/messaging';

/** An event for webhooks, as stored and posted. */
export interface WebhookEvent {
  readonly accountId: string;
  /** The id of the domain event it was created from. */
  readonly id: string;
  readonly type: WebhookEventType | `alert.${string}`;
  /** Its own id if it is of no email, so that it waits for no other event. */
  readonly logId: string;
  readonly body: string;
  /** Reported by a provider or the recipient. */
  readonly reported?: boolean;
}

/** A webhook event of an email, with the fields that streams filter by. */
export interface MailEvent extends WebhookEvent {
  readonly template: string;
  readonly tags: readonly string[];
}

/** `data` of the body (docs/webhooks.md#the-body); unknown values are omitted. */
export interface WebhookEventData {
  readonly log_id: string;
  /** Absent for an email without a template. */
  readonly template?: string | undefined;
  readonly template_name?: string | undefined;
  readonly version_name?: string | null | undefined;
  readonly locale?: string | undefined;
  readonly recipient: { readonly address: string };
  readonly tags: readonly string[];
  readonly test: boolean;
  readonly esp_account?: string | undefined;
  readonly drip_campaign?: string | undefined;
  readonly drip_step?: string | undefined;
  readonly message?: string | undefined;
  readonly bounce?: 'hard' | 'soft' | undefined;
  readonly code?: string | undefined;
  readonly url?: string | undefined;
  readonly user_agent?: string | undefined;
}

/** Common fields of all events of email. */
interface MailPayload {
  readonly log_id: string;
  readonly template_id: string;
  readonly recipient_address: string;
  readonly test: boolean;
  readonly drip?: DripMark | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly template_name?: string | undefined;
  readonly version_name?: string | null | undefined;
  readonly locale?: string | undefined;
  readonly esp_account_id?: string | undefined;
}

export const buildBody = (type: WebhookEventType, atMs: number, data: WebhookEventData): string =>
  JSON.stringify({ type, timestamp: new Date(atMs).toISOString(), data });

function createEvent(
  { accountId, eventId, payload }: { accountId: string; eventId: string; payload: MailPayload },
  status: LogStatus,
  atMs: number,
  more: Partial<WebhookEventData> = {},
): MailEvent | undefined {
  const type = webhookEventTypes.find((each) => each === `email.${status}`);
  if (type === undefined) return undefined;
  const { log_id, template_id, recipient_address, test, drip, esp_account_id } = payload;
  const tags = payload.tags ?? [];
  const body = buildBody(type, atMs, {
    log_id,
    template: template_id || undefined,
    template_name: payload.template_name,
    version_name: payload.version_name ?? undefined,
    locale: payload.locale,
    recipient: { address: recipient_address },
    tags,
    test,
    esp_account: esp_account_id,
    drip_campaign: drip?.campaign_id,
    drip_step: drip?.step_id,
    ...more,
  });
  return { accountId, id: eventId, type, logId: log_id, body, template: template_id, tags };
}

/** A campaign's email is created when its step is reached, and queued when it is due. */
export const fromAccepted = (event: ReceivedEvent<typeof messageAccepted>): MailEvent | undefined =>
  createEvent(event, event.payload.source === 'drip' ? 'triggered' : 'queued', event.payload.at * 1000);

export const fromSent = (event: ReceivedEvent<typeof messageSent>): MailEvent | undefined =>
  createEvent(event, 'sent', event.payload.at * 1000);

export const fromEnded = (event: ReceivedEvent<typeof messageEnded>): MailEvent | undefined =>
  createEvent(event, event.payload.status, event.payload.at * 1000, { message: event.payload.reason });

export const fromRecorded = (event: ReceivedEvent<typeof logEventRecorded>): MailEvent | undefined => {
  const { type, at_ms, message, detail } = event.payload;
  const { bounce, code, url, user_agent } = detail;
  const recorded = createEvent(event, type, at_ms, { message, bounce, code, url, user_agent });
  return recorded && { ...recorded, reported: true };
};

/** The events of a batch for webhooks and streams, of the selected accounts. */
export const toMailEvents = (batch: EventBatch, isWanted: (accountId: string) => boolean): MailEvent[] => {
  const wanted = ({ accountId }: { readonly accountId: string }): boolean => isWanted(accountId);
  return [
    ...batch.of(messageAccepted).filter(wanted).map(fromAccepted),
    ...batch.of(messageSent).filter(wanted).map(fromSent),
    ...batch.of(messageEnded).filter(wanted).map(fromEnded),
    ...batch.of(logEventRecorded).filter(wanted).map(fromRecorded),
  ].filter((event) => event !== undefined);
};
