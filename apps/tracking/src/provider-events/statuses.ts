import type { BounceClass, ReportedStatus, ReportingEspType } from '@postrider/contracts';

/** The type of event in the log. `isHardBounce` makes `hard` or `soft` of a bounce's class, its code and its text. */
export interface Meaning {
  readonly status: ReportedStatus;
  readonly bounce?: BounceClass;
}

/** Who says what becomes of mail: providers, and the mails that come back to mail servers' accounts. */
export type EventSource = ReportingEspType | 'smtp';

const as = (status: ReportedStatus): Meaning => ({ status });
const processed = as('processed');
const delivered = as('delivered');
const deferred = as('deferred');
const dropped = as('dropped');
const opened = as('opened');
const clicked = as('clicked');
const unsubscribed = as('unsubscribed');
const reportedAsSpam = as('reported_as_spam');
const invalidAddress: Meaning = { status: 'bounced', bounce: 'invalid' };
const rejected: Meaning = { status: 'bounced', bounce: 'rejected' };
const softBounce: Meaning = { status: 'bounced', bounce: 'temporary' };
/** Nothing about a mail, or something that another event says. */
const nothing = null;

/**
 * What every event of every provider means. Refused by the receiver is `bounced`, prevented by the provider is `dropped`, and what the provider will try
 * again is `deferred`.
 */
export const meaningOf: Readonly<Record<EventSource, Readonly<Record<string, Meaning | null>>>> = {
  esp_kind_1: {
    processed,
    delivered,
    deferred,
    bounce: rejected,
    'bounce/invalid': invalidAddress,
    'bounce/blocked': softBounce,
    dropped,
    open: opened,
    click: clicked,
    spamreport: reportedAsSpam,
    unsubscribe: unsubscribed,
    group_unsubscribe: unsubscribed,
    group_resubscribe: nothing,
    account_status_change: nothing,
  },
  esp_kind_2: {
    accepted: processed,
    delivered,
    'failed/temporary': deferred,
    'failed/permanent': rejected,
    'failed/blocked': softBounce,
    'failed/old': softBounce,
    'failed/suppressed': dropped,
    rejected: dropped,
    opened,
    clicked,
    complained: reportedAsSpam,
    unsubscribed,
    stored: nothing,
    list_member_uploaded: nothing,
    list_member_upload_error: nothing,
    list_uploaded: nothing,
  },
  esp_kind_3: {
    send: processed,
    delivered,
    deferral: deferred,
    hard_bounce: rejected,
    'hard_bounce/invalid': invalidAddress,
    soft_bounce: softBounce,
    reject: dropped,
    open: opened,
    click: clicked,
    spam: reportedAsSpam,
    unsub: unsubscribed,
    whitelist: nothing,
    blacklist: nothing,
    inbound: nothing,
  },
  esp_kind_4: {
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
  esp_kind_5: {
    Send: processed,
    Delivery: delivered,
    DeliveryDelay: deferred,
    'Bounce/Permanent': rejected,
    'Bounce/NoEmail': invalidAddress,
    'Bounce/Suppressed': dropped,
    'Bounce/Transient': softBounce,
    'Bounce/Undetermined': softBounce,
    Reject: dropped,
    'Rendering Failure': dropped,
    Open: opened,
    Click: clicked,
    Complaint: reportedAsSpam,
    Subscription: unsubscribed,
    Received: nothing,
    AmazonSnsSubscriptionSucceeded: nothing,
  },
  esp_kind_6: {
    sent: delivered,
    'bounce/invalid': invalidAddress,
    'bounce/hard': rejected,
    'bounce/soft': softBounce,
    'bounce/greylisted': deferred,
    blocked: dropped,
    open: opened,
    click: clicked,
    spam: reportedAsSpam,
    unsub: unsubscribed,
  },
  esp_kind_8: {
    injection: processed,
    delivery: delivered,
    delay: deferred,
    'bounce/invalid': invalidAddress,
    'bounce/hard': rejected,
    'bounce/soft': softBounce,
    'bounce/unsubscribe': unsubscribed,
    'bounce/reply': nothing,
    policy_rejection: dropped,
    generation_rejection: dropped,
    generation_failure: dropped,
    open: opened,
    amp_open: opened,
    initial_open: nothing,
    amp_initial_open: nothing,
    click: clicked,
    amp_click: clicked,
    spam_complaint: reportedAsSpam,
    list_unsubscribe: unsubscribed,
    link_unsubscribe: unsubscribed,
    relay_injection: nothing,
    relay_rejection: nothing,
    relay_delivery: nothing,
    relay_tempfail: nothing,
    relay_permfail: nothing,
    sms_status: nothing,
  },
  // Actions of RFC 3464, feedback types of RFC 5965, and what is neither.
  smtp: {
    'failed/hard': invalidAddress,
    'failed/soft': softBounce,
    delayed: deferred,
    delivered,
    relayed: nothing,
    expanded: nothing,
    'feedback/abuse': reportedAsSpam,
    'feedback/fraud': reportedAsSpam,
    'feedback/virus': reportedAsSpam,
    'feedback/other': reportedAsSpam,
    'feedback/opt-out': unsubscribed,
    'feedback/opt-out-list': unsubscribed,
    'feedback/not-spam': nothing,
    'feedback/auth-failure': nothing,
    unreadable: softBounce,
    read: nothing,
    reply: nothing,
  },
};
