import { fieldsOf, jsonBody, jsonOf, keyOf, listOf, textOf, timeOfIso } from './fields.js';
import type { Fields } from './fields.js';
import type { ProviderEvent } from './report.js';
import { unverified } from './report.js';
import type { ReportReader } from './report-reader.js';
import { means } from './report-reader.js';
import { readSnsMessage } from './sns-message.js';

/**
 * Amazon SES reports through an SNS topic. Amazon signs the messages of all topics, so the topic must be the one of
 * this ESP account. The first message of a subscription asks for a confirmation.
 */
export const amazonSes: ReportReader<'esp_kind_5'> = {
  meanings: {
    Send: means.processed,
    Delivery: means.delivered,
    DeliveryDelay: means.deferred,
    'Bounce/Permanent': means.rejected,
    'Bounce/NoEmail': means.invalidAddress,
    'Bounce/Suppressed': means.dropped,
    'Bounce/Transient': means.softBounce,
    'Bounce/Undetermined': means.softBounce,
    Reject: means.dropped,
    'Rendering Failure': means.dropped,
    Open: means.opened,
    Click: means.clicked,
    Complaint: means.reportedAsSpam,
    Subscription: means.unsubscribed,
    Received: null,
    AmazonSnsSubscriptionSucceeded: null,
  },
  async read(report, settings, { sns }) {
    const message = readSnsMessage(jsonBody(report));
    const headerType = report.headers['x-amz-sns-message-type'];
    if (headerType !== undefined && headerType !== message.Type)
      throw unverified('header and body are of different messages');
    if (message.TopicArn !== settings.topic_arn)
      throw unverified('it is of another SNS topic than that of the webhook');
    await sns.verify(message);
    if (message.Type === 'SubscriptionConfirmation') await sns.confirm(message);
    if (message.Type !== 'Notification') return { events: [] };
    return { events: eventsOf(fieldsOf(jsonOf(message.Message)), message.MessageId) };
  },
};

interface RecipientDetails {
  readonly address?: string | undefined;
  readonly text?: string | undefined;
  readonly code?: string | undefined;
}

/** One event per named recipient. */
function eventsOf(event: Fields, messageId: string): ProviderEvent[] {
  const type = textOf(event['eventType']) ?? textOf(event['notificationType']) ?? '';
  const mail = fieldsOf(event['mail']);
  const what = fieldsOf(event[partOf(type)]);
  const subtype = type === 'Bounce' ? `Bounce/${bounceOf(what)}` : type;
  const logId = logIdOf(mail);
  const headerType = recipientDetailsOf(type, what);
  return (headerType.length > 0 ? headerType : [{}]).map((about: RecipientDetails) => ({
    key: keyOf(logId, messageId, about.address),
    type: subtype,
    logId,
    atMs: timeOfIso(what['timestamp']) ?? timeOfIso(mail['timestamp']),
    address: about.address,
    text: about.text ?? textOf(what['smtpResponse']) ?? textOf(what['reason']) ?? textOf(what['errorMessage']),
    code: about.code,
    url: textOf(what['link']),
    userAgent: textOf(what['userAgent']),
  }));
}

/** By the bounce type; permanent bounces by the subtypes for an invalid address or the suppression list of SES. */
function bounceOf(bounce: Fields): string {
  const type = textOf(bounce['bounceType']) ?? '';
  if (type !== 'Permanent') return type;
  switch (textOf(bounce['bounceSubType'])) {
    case 'NoEmail':
      return 'NoEmail';
    case 'Suppressed':
    case 'OnAccountSuppressionList':
    case 'UnsubscribedRecipient':
      return 'Suppressed';
    default:
      return type;
  }
}

/** The field with the details of an event, by event type. */
function partOf(type: string): string {
  if (type === 'Rendering Failure') return 'failure';
  return type.slice(0, 1).toLowerCase() + type.slice(1);
}

function recipientDetailsOf(type: string, what: Fields): RecipientDetails[] {
  switch (type) {
    case 'Bounce':
      return listOf(what['bouncedRecipients']).map(toRecipientDetails);
    case 'DeliveryDelay':
      return listOf(what['delayedRecipients']).map(toRecipientDetails);
    case 'Complaint':
      return listOf(what['complainedRecipients']).map(toRecipientDetails);
    case 'Delivery':
      return listOf(what['recipients']).map((address) => ({ address: textOf(address) }));
    default:
      return [];
  }
}

function toRecipientDetails(given: unknown): RecipientDetails {
  const recipient = fieldsOf(given);
  return {
    address: textOf(recipient['emailAddress']),
    text: textOf(recipient['diagnosticCode']),
    code: textOf(recipient['status']),
  };
}

/** From a message tag if a configuration set publishes the event, otherwise from the header of the email. */
function logIdOf(mail: Fields): string | undefined {
  const tagged = textOf(listOf(fieldsOf(mail['tags'])['log_id'])[0]);
  if (tagged !== undefined) return tagged;
  const header = listOf(mail['headers'])
    .map(fieldsOf)
    .find((each) => textOf(each['name'])?.toLowerCase() === 'x-log-id');
  return textOf(header?.['value']);
}
