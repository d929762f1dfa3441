import type { ReportReader } from './report-reader.js';
import { logEvents, requireBasic } from './report-reader.js';
import type { Fields } from './fields.js';
import { toFields, jsonBody, buildKey, toText, timeOfIso } from './fields.js';
import type { ProviderEvent } from './report.js';

/** Postmark's webhooks: one event. Events are not signed. */
export const postmark: ReportReader<'esp_kind_4'> = {
  logEventByType: {
    Delivery: logEvents.delivered,
    Open: logEvents.opened,
    Click: logEvents.clicked,
    SpamComplaint: logEvents.reportedAsSpam,
    'Bounce/Transient': logEvents.deferred,
    'Bounce/DnsError': logEvents.deferred,
    'Bounce/OpenRelayTest': logEvents.deferred,
    'Bounce/HardBounce': logEvents.invalidAddress,
    'Bounce/SoftBounce': logEvents.softBounce,
    'Bounce/VirusNotification': logEvents.softBounce,
    'Bounce/Blocked': logEvents.softBounce,
    'Bounce/DMARCPolicy': logEvents.softBounce,
    'Bounce/Unknown': logEvents.softBounce,
    'Bounce/BadEmailAddress': logEvents.dropped,
    'Bounce/ManuallyDeactivated': logEvents.dropped,
    'Bounce/Unconfirmed': logEvents.dropped,
    'Bounce/SMTPApiError': logEvents.dropped,
    'Bounce/TemplateRenderingFailed': logEvents.dropped,
    'Bounce/SpamNotification': logEvents.reportedAsSpam,
    'Bounce/SpamComplaint': logEvents.reportedAsSpam,
    'Bounce/Unsubscribe': logEvents.unsubscribed,
    'Bounce/AutoResponder': null,
    'Bounce/AddressChange': null,
    'Bounce/Subscribe': null,
    'Bounce/ChallengeVerification': null,
    'Bounce/InboundError': null,
    'SubscriptionChange/ManualSuppression': logEvents.unsubscribed,
    'SubscriptionChange/HardBounce': null,
    'SubscriptionChange/SpamComplaint': null,
    'SubscriptionChange/Reactivated': null,
    Inbound: null,
  },
  read(report, settings) {
    requireBasic(report, settings);
    return { events: [toEvent(toFields(jsonBody(report)))] };
  },
};

function toEvent(event: Fields): ProviderEvent {
  const type = toText(event['RecordType']) ?? '';
  const at = event['DeliveredAt'] ?? event['BouncedAt'] ?? event['ReceivedAt'] ?? event['ChangedAt'];
  const address = toText(event['Recipient']) ?? toText(event['Email']);
  const logId = toText(toFields(event['Metadata'])['log_id']);
  const isBounce = type === 'Bounce' || type === 'SpamComplaint';
  return {
    key: isBounce
      ? buildKey(logId, type, event['ID'])
      : buildKey(logId, type, event['MessageID'], address, at, event['OriginalLink'], event['SuppressSending']),
    type: getType(type, event),
    logId,
    atMs: timeOfIso(at),
    address,
    text: toText(event['Details']) ?? toText(event['Description']),
    url: toText(event['OriginalLink']),
    userAgent: toText(event['UserAgent']),
  };
}

/** A bounce has one of many types. A subscription change caused by a bounce or a complaint is ignored. */
function getType(type: string, event: Fields): string {
  if (type === 'Bounce') return `Bounce/${toText(event['Type']) ?? ''}`;
  if (type !== 'SubscriptionChange') return type;
  if (event['SuppressSending'] !== true) return 'SubscriptionChange/Reactivated';
  return `SubscriptionChange/${toText(event['SuppressionReason']) ?? ''}`;
}
