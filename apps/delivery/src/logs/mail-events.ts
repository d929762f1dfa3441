import type { DripMark, PayloadOf, RequestContext } from '@postrider/contracts';
import { messageAccepted, messageEnded, messageSent } from '@postrider/contracts';
import type { OutboxRow } from '@postrider/outbox';
import { outboxRow } from '@postrider/outbox';

type Context = Pick<RequestContext, 'accountId' | 'requestId'>;

/** What every event tells of its mail: each publisher gives all of it, null where it is not known. */
export interface MailOfEvent {
  readonly logId: string;
  readonly templateId: string;
  readonly recipientAddress: string;
  readonly test: boolean;
  readonly tags: readonly string[] | null;
  readonly drip: DripMark | null;
  /** Empty or null until the version is chosen. */
  readonly artifactId: string | null;
  readonly versionId: string | null;
  /** Null until the version is chosen, and in mail that an earlier version of Postrider accepted. */
  readonly templateName: string | null;
  readonly versionName: string | null;
  readonly locale: string | null;
}

/** The same with the ESP account that sends it. */
export interface RoutedMail extends MailOfEvent {
  readonly espAccountId: string | null;
}

/** The columns of a `RoutedMail`, of rows of `logs` and `messages`; the latter may be missing. `espAccount` is SQL of `messages`. */
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
