import { toFields, jsonBody, parseJson, buildKey, toList, toText, timeOfIso } from './fields.js';
import type { Fields } from './fields.js';
import type { ProviderEvent } from './report.js';
import { unverified } from './report.js';
import type { ReportReader } from './report-reader.js';
import { logEvents } from './report-reader.js';
import { readSnsMessage } from './sns-message.js';

/**
 * Amazon SES reports through an SNS topic. Amazon signs the messages of all topics, so the topic must be the one of
 * this ESP account. The first message of a subscription asks for a confirmation.
 */
export const amazonSes: ReportReader<'esp_kind_5'> = {
  logEventByType: {
    Send: logEvents.processed,
    Delivery: logEvents.delivered,
    DeliveryDelay: logEvents.deferred,
    'Bounce/Permanent': logEvents.rejected,
    'Bounce/NoEmail': logEvents.invalidAddress,
    'Bounce/Suppressed': logEvents.dropped,
    'Bounce/Transient': logEvents.softBounce,
    'Bounce/Undetermined': logEvents.softBounce,
    Reject: logEvents.dropped,
    'Rendering Failure': logEvents.dropped,
    Open: logEvents.opened,
    Click: logEvents.clicked,
    Complaint: logEvents.reportedAsSpam,
    Subscription: logEvents.unsubscribed,
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
    return { events: toEvents(toFields(parseJson(message.Message)), message.MessageId) };
  },
};

interface RecipientDetails {
  readonly address?: string | undefined;
  readonly text?: string | undefined;
  readonly code?: string | undefined;
}

/** One event per named recipient. */
function toEvents(event: Fields, messageId: string): ProviderEvent[] {
  const type = toText(event['eventType']) ?? toText(event['notificationType']) ?? '';
  const mail = toFields(event['mail']);
  const what = toFields(event[getField(type)]);
  const subtype = type === 'Bounce' ? `Bounce/${getBounceType(what)}` : type;
  const logId = getLogId(mail);
  const headerType = getRecipientDetails(type, what);
  return (headerType.length > 0 ? headerType : [{}]).map((about: RecipientDetails) => ({
    key: buildKey(logId, messageId, about.address),
    type: subtype,
    logId,
    atMs: timeOfIso(what['timestamp']) ?? timeOfIso(mail['timestamp']),
    address: about.address,
    text: about.text ?? toText(what['smtpResponse']) ?? toText(what['reason']) ?? toText(what['errorMessage']),
    code: about.code,
    url: toText(what['link']),
    userAgent: toText(what['userAgent']),
  }));
}

/**
 * Classifies by the bounce type; permanent bounces by the subtypes for an invalid address or the suppression list of
 * SES.
 */
function getBounceType(bounce: Fields): string {
  const type = toText(bounce['bounceType']) ?? '';
  if (type !== 'Permanent') return type;
  switch (toText(bounce['bounceSubType'])) {
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
function getField(type: string): string {
  if (type === 'Rendering Failure') return 'failure';
  return type.slice(0, 1).toLowerCase() + type.slice(1);
}

function getRecipientDetails(type: string, what: Fields): RecipientDetails[] {
  switch (type) {
    case 'Bounce':
      return toList(what['bouncedRecipients']).map(toRecipientDetails);
    case 'DeliveryDelay':
      return toList(what['delayedRecipients']).map(toRecipientDetails);
    case 'Complaint':
      return toList(what['complainedRecipients']).map(toRecipientDetails);
    case 'Delivery':
      return toList(what['recipients']).map((address) => ({ address: toText(address) }));
    default:
      return [];
  }
}

function toRecipientDetails(given: unknown): RecipientDetails {
  const recipient = toFields(given);
  return {
    address: toText(recipient['emailAddress']),
    text: toText(recipient['diagnosticCode']),
    code: toText(recipient['status']),
  };
}

/**
 * Reads the id from a message tag if a configuration set publishes the event, otherwise from the header of the email.
 */
function getLogId(mail: Fields): string | undefined {
  const tagged = toText(toList(toFields(mail['tags'])['log_id'])[0]);
  if (tagged !== undefined) return tagged;
  const header = toList(mail['headers'])
    .map(toFields)
    .find((each) => toText(each['name'])?.toLowerCase() === 'x-log-id');
  return toText(header?.['value']);
}
