import type { ReportedStatus, ReportingEspType } from '@postrider/contracts';
import { espTypes, isReporting, logEventReported, reportedStatuses } from '@postrider/contracts';
import { toLogEvent } from './reported.js';
import { eventSources } from './report-readers.js';

const types = espTypes.filter(isReporting);
type Row = Readonly<Partial<Record<ReportingEspType, readonly string[]>>>;

/** The same the other way round: by what a log shows. */
const rows: Readonly<Record<Exclude<ReportedStatus, 're_opened' | 're_clicked'> | 'nothing', Row>> = {
  processed: {
    esp_kind_1: ['processed'],
    esp_kind_2: ['accepted'],
    esp_kind_3: ['send'],
    esp_kind_5: ['Send'],
    esp_kind_8: ['injection'],
  },
  delivered: {
    esp_kind_1: ['delivered'],
    esp_kind_2: ['delivered'],
    esp_kind_3: ['delivered'],
    esp_kind_4: ['Delivery'],
    esp_kind_5: ['Delivery'],
    esp_kind_6: ['sent'],
    esp_kind_8: ['delivery'],
  },
  deferred: {
    esp_kind_1: ['deferred'],
    esp_kind_2: ['failed/temporary'],
    esp_kind_3: ['deferral'],
    esp_kind_4: ['Bounce/Transient', 'Bounce/DnsError', 'Bounce/OpenRelayTest'],
    esp_kind_5: ['DeliveryDelay'],
    esp_kind_6: ['bounce/greylisted'],
    esp_kind_8: ['delay'],
  },
  bounced: {
    esp_kind_1: ['bounce', 'bounce/invalid', 'bounce/blocked'],
    esp_kind_2: ['failed/permanent', 'failed/blocked', 'failed/old'],
    esp_kind_3: ['hard_bounce', 'hard_bounce/invalid', 'soft_bounce'],
    esp_kind_4: [
      'Bounce/HardBounce',
      'Bounce/SoftBounce',
      'Bounce/VirusNotification',
      'Bounce/Blocked',
      'Bounce/DMARCPolicy',
      'Bounce/Unknown',
    ],
    esp_kind_5: ['Bounce/Permanent', 'Bounce/NoEmail', 'Bounce/Transient', 'Bounce/Undetermined'],
    esp_kind_6: ['bounce/invalid', 'bounce/hard', 'bounce/soft'],
    esp_kind_8: ['bounce/invalid', 'bounce/hard', 'bounce/soft'],
  },
  dropped: {
    esp_kind_1: ['dropped'],
    esp_kind_2: ['failed/suppressed', 'rejected'],
    esp_kind_3: ['reject'],
    esp_kind_4: [
      'Bounce/BadEmailAddress',
      'Bounce/ManuallyDeactivated',
      'Bounce/Unconfirmed',
      'Bounce/SMTPApiError',
      'Bounce/TemplateRenderingFailed',
    ],
    esp_kind_5: ['Reject', 'Rendering Failure', 'Bounce/Suppressed'],
    esp_kind_6: ['blocked'],
    esp_kind_8: ['policy_rejection', 'generation_rejection', 'generation_failure'],
  },
  opened: {
    esp_kind_1: ['open'],
    esp_kind_2: ['opened'],
    esp_kind_3: ['open'],
    esp_kind_4: ['Open'],
    esp_kind_5: ['Open'],
    esp_kind_6: ['open'],
    esp_kind_8: ['open', 'amp_open'],
  },
  clicked: {
    esp_kind_1: ['click'],
    esp_kind_2: ['clicked'],
    esp_kind_3: ['click'],
    esp_kind_4: ['Click'],
    esp_kind_5: ['Click'],
    esp_kind_6: ['click'],
    esp_kind_8: ['click', 'amp_click'],
  },
  unsubscribed: {
    esp_kind_1: ['unsubscribe', 'group_unsubscribe'],
    esp_kind_2: ['unsubscribed'],
    esp_kind_3: ['unsub'],
    esp_kind_4: ['Bounce/Unsubscribe', 'SubscriptionChange/ManualSuppression'],
    esp_kind_5: ['Subscription'],
    esp_kind_6: ['unsub'],
    esp_kind_8: ['bounce/unsubscribe', 'list_unsubscribe', 'link_unsubscribe'],
  },
  reported_as_spam: {
    esp_kind_1: ['spamreport'],
    esp_kind_2: ['complained'],
    esp_kind_3: ['spam'],
    esp_kind_4: ['SpamComplaint', 'Bounce/SpamNotification', 'Bounce/SpamComplaint'],
    esp_kind_5: ['Complaint'],
    esp_kind_6: ['spam'],
    esp_kind_8: ['spam_complaint'],
  },
  nothing: {
    esp_kind_1: ['group_resubscribe', 'account_status_change'],
    esp_kind_2: ['stored', 'list_member_uploaded', 'list_member_upload_error', 'list_uploaded'],
    esp_kind_3: ['whitelist', 'blacklist', 'inbound'],
    esp_kind_4: [
      'Bounce/AutoResponder',
      'Bounce/AddressChange',
      'Bounce/Subscribe',
      'Bounce/ChallengeVerification',
      'Bounce/InboundError',
      'SubscriptionChange/HardBounce',
      'SubscriptionChange/SpamComplaint',
      'SubscriptionChange/Reactivated',
      'Inbound',
    ],
    esp_kind_5: ['Received', 'AmazonSnsSubscriptionSucceeded'],
    esp_kind_8: [
      'bounce/reply',
      'initial_open',
      'amp_initial_open',
      'relay_injection',
      'relay_rejection',
      'relay_delivery',
      'relay_tempfail',
      'relay_permfail',
      'sms_status',
    ],
  },
};
const namingTheAddress = ['bounce/invalid', 'hard_bounce/invalid', 'Bounce/HardBounce', 'Bounce/NoEmail'];

describe.each(types)('the events of %s', (espType) => {
  const pending = (type: string, more = {}) => ({
    accountId: 'acc_1',
    espAccountId: 'esp_1',
    espType,
    key: Buffer.alloc(16),
    type,
    event: { logId: 'log_01KQV5Xx7GJ8sVJ4mB2cDe', atMs: 1_790_000_000_000, ...more },
  });
  const reported = Object.keys(eventSources[espType].logEventByType).map(
    (type) => [type, toLogEvent(pending(type))] as const,
  );

  it('all have the documented status, and there are no others', () => {
    const found: Record<string, string[]> = {};
    for (const [type, report] of reported) (found[report?.type ?? 'nothing'] ??= []).push(type);
    const expected = Object.entries(rows).flatMap(([status, row]) => {
      const own: readonly string[] | undefined = row[espType];
      return own ? [[status, own.toSorted()]] : [];
    });
    expect(Object.fromEntries(Object.entries(found).map(([status, own]) => [status, own.toSorted()]))).toEqual(
      Object.fromEntries(expected),
    );
  });

  it('state for bounces, and for no other event, whether the address is permanently invalid', () => {
    for (const [type, report] of reported)
      expect([type, report?.detail.bounce]).toEqual([
        type,
        report?.type === 'bounced' ? (namingTheAddress.includes(type) ? 'hard' : 'soft') : undefined,
      ]);
  });

  it("have a one-sentence message with the provider's text, within the limit of the contract", () => {
    const text = 'x'.repeat(500);
    for (const [type, report] of reported) {
      if (!report) continue;
      const full = toLogEvent(pending(type, { text, address: 'ada@example.com', code: '5.1.1', isBot: true }))!;
      expect(logEventReported.payload.parse(full)).toMatchObject({ moves_status: false, detail: { is_bot: true } });
      expect(logEventReported.payload.parse(report).moves_status).toBe(true);
      expect(full.message).toBe(`${report.message}: ${text}`);
    }
  });
});

it('cover every reported status except repeated opens and clicks', () => {
  const mapped = new Set(
    types.flatMap((type) =>
      Object.values(eventSources[type].logEventByType).flatMap((meaning) => meaning?.status ?? []),
    ),
  );
  expect([...mapped].toSorted()).toEqual(reportedStatuses.filter((status) => !status.startsWith('re_')).toSorted());
});
