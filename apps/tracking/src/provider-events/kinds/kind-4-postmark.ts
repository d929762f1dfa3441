import { requireBasic } from './basic-authentication.js';
import type { Fields } from './fields.js';
import { fieldsOf, jsonBody, keyOf, textOf, timeOfIso } from './fields.js';
import type { ProviderEvent } from './report.js';
import type { ReportReader } from './report-reader.js';
import {
  delivered,
  deferred,
  dropped,
  opened,
  clicked,
  unsubscribed,
  reportedAsSpam,
  invalidAddress,
  softBounce,
  nothing,
} from './report-reader.js';

/** Postmark's webhooks: one event. Nothing is signed. */
export const postmark: ReportReader<'esp_kind_4'> = {
  meanings: {
    Delivery: delivered,
    Open: opened,
    Click: clicked,
    SpamComplaint: reportedAsSpam,
    'Bounce/Transient': deferred,
    'Bounce/DnsError': deferred,
    'Bounce/OpenRelayTest': deferred,
    'Bounce/HardBounce': invalidAddress,
    'Bounce/SoftBounce': softBounce,
    'Bounce/VirusNotification': softBounce,
    'Bounce/Blocked': softBounce,
    'Bounce/DMARCPolicy': softBounce,
    'Bounce/Unknown': softBounce,
    'Bounce/BadEmailAddress': dropped,
    'Bounce/ManuallyDeactivated': dropped,
    'Bounce/Unconfirmed': dropped,
    'Bounce/SMTPApiError': dropped,
    'Bounce/TemplateRenderingFailed': dropped,
    'Bounce/SpamNotification': reportedAsSpam,
    'Bounce/SpamComplaint': reportedAsSpam,
    'Bounce/Unsubscribe': unsubscribed,
    'Bounce/AutoResponder': nothing,
    'Bounce/AddressChange': nothing,
    'Bounce/Subscribe': nothing,
    'Bounce/ChallengeVerification': nothing,
    'Bounce/InboundError': nothing,
    'SubscriptionChange/ManualSuppression': unsubscribed,
    'SubscriptionChange/HardBounce': nothing,
    'SubscriptionChange/SpamComplaint': nothing,
    'SubscriptionChange/Reactivated': nothing,
    Inbound: nothing,
  },
  read(report, settings) {
    requireBasic(report, settings);
    return { events: [eventOf(fieldsOf(jsonBody(report)))] };
  },
};

function eventOf(event: Fields): ProviderEvent {
  const type = textOf(event['RecordType']) ?? '';
  const at = event['DeliveredAt'] ?? event['BouncedAt'] ?? event['ReceivedAt'] ?? event['ChangedAt'];
  const address = textOf(event['Recipient']) ?? textOf(event['Email']);
  const logId = textOf(fieldsOf(event['Metadata'])['log_id']);
  const isBounce = type === 'Bounce' || type === 'SpamComplaint';
  return {
    key: isBounce
      ? keyOf(logId, type, event['ID'])
      : keyOf(logId, type, event['MessageID'], address, at, event['OriginalLink'], event['SuppressSending']),
    type: typeOf(type, event),
    logId,
    atMs: timeOfIso(at),
    address,
    text: textOf(event['Details']) ?? textOf(event['Description']),
    url: textOf(event['OriginalLink']),
    userAgent: textOf(event['UserAgent']),
  };
}

/** A bounce is of one of its many types. A change of a subscription is nothing new where it follows from a bounce or a complaint. */
function typeOf(type: string, event: Fields): string {
  if (type === 'Bounce') return `Bounce/${textOf(event['Type']) ?? ''}`;
  if (type !== 'SubscriptionChange') return type;
  if (event['SuppressSending'] !== true) return 'SubscriptionChange/Reactivated';
  return `SubscriptionChange/${textOf(event['SuppressionReason']) ?? ''}`;
}
