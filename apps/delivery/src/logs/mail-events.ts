import type { DripMark, PayloadOf, RequestContext } from '@postrider/contracts';
import { messageAccepted, messageEnded, messageSent } from '@postrider/contracts';
import type { OutboxRow } from '@postrider/outbox';
import { outboxRow } from '@postrider/outbox';

type Context = Pick<RequestContext, 'accountId' | 'requestId'>;

/** The email of an event. Publishers set every field, with null for unknown values. */
export interface MailOfEvent {
  readonly logId: string;
  readonly templateId: string;
  readonly recipientAddress: string;
  readonly test: boolean;
  readonly tags: readonly string[] | null;
  readonly drip: DripMark | null;
  /** Null or empty until the version is chosen. */
  readonly artifactId: string | null;
  readonly versionId: string | null;
  /** Null until the version is chosen, and for email that an earlier release accepted. */
  readonly templateName: string | null;
  readonly versionName: string | null;
  readonly locale: string | null;
}

/** An email with its ESP account. */
export interface RoutedMail extends MailOfEvent {
  readonly espAccountId: string | null;
}

/**
 * SQL: the columns of a `RoutedMail` from `logs` and `messages`, which may be null. `espAccount` is an expression on
 * `messages`.
 */
export const routedMailColumns = (
  espAccount: string,
): string => `logs.id as "logId", logs.template_id as "templateId", logs.recipient_address as "recipientAddress", logs.test,
  messages.content -> 'tags' as tags, messages.content -> 'drip' as drip, messages.artifact_id as "artifactId", messages.content ->> 'version_id' as "versionId",
  logs.template_name as "templateName", logs.version_name as "versionName", logs.locale, ${espAccount} as "espAccountId"`;

export const aboutMail = ({
  tags,
  drip,
  artifactId,
  versionId,
  templateName,
  versionName,
  locale,
  ...mail
}: MailOfEvent) => ({
  log_id: mail.logId,
  template_id: mail.templateId,
  recipient_address: mail.recipientAddress,
  test: mail.test,
  tags: [...(tags ?? [])],
  ...(drip && {
    drip: { campaign_id: drip.campaign_id, membership_id: drip.membership_id, step_id: drip.step_id },
  }),
  ...(artifactId && { artifact_id: artifactId }),
  ...(versionId && { version_id: versionId }),
  ...(templateName !== null && { template_name: templateName }),
  ...(versionName !== null && { version_name: versionName }),
  ...(locale && { locale }),
});

const aboutRoutedMail = (mail: RoutedMail) => ({
  ...aboutMail(mail),
  at: Math.floor(Date.now() / 1000),
  ...(mail.espAccountId && { esp_account_id: mail.espAccountId }),
});

export const acceptedEvent = (
  context: Context,
  mail: RoutedMail,
  accepted: Pick<PayloadOf<typeof messageAccepted>, 'source' | 'recipient_known' | 'drip_members'>,
): OutboxRow => outboxRow(messageAccepted, context, { ...aboutRoutedMail(mail), ...accepted });

export const sentEvent = (
  context: Context,
  mail: RoutedMail & { readonly espAccountId: string },
  provider_message_id: string | undefined,
): OutboxRow =>
  outboxRow(messageSent, context, { ...aboutRoutedMail(mail), esp_account_id: mail.espAccountId, provider_message_id });

export const endedEvent = (
  context: Context,
  mail: RoutedMail,
  { status, reason }: Pick<PayloadOf<typeof messageEnded>, 'status' | 'reason'>,
): OutboxRow => outboxRow(messageEnded, context, { ...aboutRoutedMail(mail), status, reason });
