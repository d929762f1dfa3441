import { createHmac, createSign, generateKeyPairSync, sign } from 'node:crypto';
import type { ReportingEspType, WebhookSettingsOf } from '@postrider/contracts';
import { testCertificate } from '@postrider/testing';
import type { Report } from '../provider-events/kinds/report.js';
import type { SnsMessage } from '../provider-events/kinds/sns-message.js';
import { signedText } from '../provider-events/kinds/sns-message.js';

export const logId = 'log_01KQV5Xx7GJ8sVJ4mB2cDe';
const url = 'https://mail.acme.example/webhooks/esp/token';
const topic = 'arn:aws:sns:eu-west-1:123456789012:mail-events';
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** Verification settings of the ESP accounts in tests. */
export const webhookSettings: { readonly [Type in ReportingEspType]: WebhookSettingsOf<Type> } = {
  esp_kind_1: { public_key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64') },
  esp_kind_2: { signing_key: 'mailgun-signing-key' },
  esp_kind_3: { signing_key: 'mandrill-key' },
  esp_kind_4: { username: 'hook', password: 'päss:word' },
  esp_kind_5: { topic_arn: topic },
  esp_kind_6: { username: 'hook', password: 'päss:word' },
  esp_kind_8: { username: 'hook', password: 'päss:word' },
};
/** The certificate of the fake SNS, and its URL. */
export const snsCertificate = testCertificate.cert;
export const snsCertificateUrl = 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem';

const seconds = (): string => String(Math.floor(Date.now() / 1000));
const json = (payload: unknown, headers: Report['headers'] = {}): Report => ({
  url,
  headers: { 'content-type': 'application/json', ...headers },
  body: Buffer.from(JSON.stringify(payload)),
});
const basic = `Basic ${Buffer.from('hook:päss:word').toString('base64')}`;
let tokens = 0;

/** Requests as the providers make them, with payloads in the documented shapes. */
export const posted = {
  /** Ends with CRLF after the JSON, as the real requests do. */
  esp_kind_1: (events: unknown, timestamp = seconds()): Report => {
    const body = Buffer.from(`${JSON.stringify(events)}\r\n`);
    const signature = sign('sha256', Buffer.concat([Buffer.from(timestamp), body]), privateKey).toString('base64');
    return {
      url,
      headers: {
        'x-twilio-email-event-webhook-signature': signature,
        'x-twilio-email-event-webhook-timestamp': timestamp,
      },
      body,
    };
  },
  esp_kind_2: (event: unknown, timestamp = seconds(), token = `${(tokens += 1)}`.padStart(50, '0')): Report => {
    const { signing_key } = webhookSettings.esp_kind_2;
    const signature = createHmac('sha256', signing_key)
      .update(timestamp + token)
      .digest('hex');
    return json({ signature: { timestamp, token, signature }, 'event-data': event });
  },
  esp_kind_3: (events: unknown, key = webhookSettings.esp_kind_3.signing_key, to = url): Report => {
    const mandrill_events = JSON.stringify(events);
    const signature = createHmac('sha1', key).update(`${to}mandrill_events${mandrill_events}`).digest('base64');
    return {
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-mandrill-signature': signature },
      body: Buffer.from(new URLSearchParams({ mandrill_events }).toString()),
    };
  },
  esp_kind_4: (event: unknown): Report => json(event, { authorization: basic }),
  esp_kind_5: (event: unknown, more: Partial<SnsMessage> = {}): Report =>
    snsPost({ Message: JSON.stringify(event), ...more }),
  esp_kind_6: (events: unknown): Report => json(events, { authorization: basic }),
  esp_kind_8: (events: unknown): Report => json(events, { authorization: basic }),
} satisfies Record<ReportingEspType, unknown>;

/** A message signed by SNS. */
export function snsPost(more: Partial<SnsMessage>): Report {
  const message = {
    Type: 'Notification',
    MessageId: `22b80b92-fdea-4c2c-8f9d-${String((tokens += 1)).padStart(12, '0')}`,
    TopicArn: topic,
    Message: '',
    Timestamp: new Date().toISOString(),
    SignatureVersion: '2',
    SigningCertURL: snsCertificateUrl,
    Signature: '',
    Subject: undefined,
    SubscribeURL: undefined,
    Token: undefined,
    ...more,
  };
  const algorithm = message.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256';
  const Signature = createSign(algorithm).update(signedText(message)).sign(testCertificate.key, 'base64');
  return {
    url,
    headers: { 'content-type': 'text/plain; charset=UTF-8', 'x-amz-sns-message-type': message.Type },
    body: Buffer.from(JSON.stringify({ ...message, Signature })),
  };
}

/** A delivery event in the format of each provider. */
export function deliveredBy(type: ReportingEspType, log = logId, at = new Date()): Report {
  const atSeconds = Math.floor(at.getTime() / 1000);
  const address = 'ada@example.com';
  switch (type) {
    case 'esp_kind_1':
      return posted[type]([
        {
          email: address,
          timestamp: atSeconds,
          'smtp-id': '<14c5d75ce93.dfd.64b469@ismtpd-555>',
          event: 'delivered',
          category: ['receipts'],
          sg_event_id: `ZGVsaXZlcmVk-${log}`,
          sg_message_id: '14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0',
          response: '250 2.0.0 OK',
          postrider_log_id: log,
        },
      ]);
    case 'esp_kind_2':
      return posted[type]({
        id: `hK7mQVt1QtqRiOfQXta4sw-${log}`,
        timestamp: at.getTime() / 1000,
        'log-level': 'info',
        event: 'delivered',
        recipient: address,
        'delivery-status': { code: 250, message: '250 2.0.0 OK', description: '', 'attempt-no': 1 },
        'user-variables': { log_id: log },
        message: { headers: { to: address, 'message-id': '20260101.1@mg.acme.example' }, size: 3_000 },
      });
    case 'esp_kind_3':
      return posted[type]([
        {
          event: 'delivered',
          _id: `exampleaaaaaaaaaaaaaaaaaaaaaaaaa-${log}`,
          ts: atSeconds,
          msg: { _id: 'example', email: address, state: 'delivered', metadata: { log_id: log }, diag: '250 2.0.0 OK' },
        },
      ]);
    case 'esp_kind_4':
      return posted[type]({
        RecordType: 'Delivery',
        ServerID: 23,
        MessageStream: 'outbound',
        MessageID: `883953f4-${log}`,
        Recipient: address,
        DeliveredAt: at.toISOString(),
        Details: '250 2.0.0 OK',
        Metadata: { log_id: log },
      });
    case 'esp_kind_5':
      return posted[type]({
        eventType: 'Delivery',
        mail: { timestamp: at.toISOString(), messageId: 'EXAMPLE7c191be45', tags: { log_id: [log] } },
        delivery: { timestamp: at.toISOString(), recipients: [address], smtpResponse: '250 2.0.0 OK' },
      });
    case 'esp_kind_6':
      return posted[type]({
        event: 'sent',
        time: atSeconds,
        MessageID: 19_421_777,
        Message_GUID: `1ab23cd4-${log}`,
        email: address,
        CustomID: log,
        Payload: JSON.stringify({ log_id: log }),
        smtp_reply: '250 2.0.0 OK',
      });
    case 'esp_kind_8':
      return posted[type]([
        {
          msys: {
            message_event: {
              type: 'delivery',
              event_id: `92356927693813856-${log}`,
              timestamp: String(atSeconds),
              raw_rcpt_to: address,
              rcpt_to: address,
              rcpt_meta: { log_id: log },
              reason: '250 2.0.0 OK',
            },
          },
        },
      ]);
  }
}

/** A bounce of an SMTP reply in the format of each provider; with `names` the provider calls the address invalid. */
export function bouncedBy(
  type: ReportingEspType,
  reply: string,
  { names = false, log = logId as string | undefined, id = `id-${log}` as string | undefined } = {},
): Report {
  const address = 'ada@example.com';
  const at = new Date(1_790_000_000_000);
  const atSeconds = at.getTime() / 1000;
  const [basic] = /^[45]\d\d/.exec(reply) ?? [];
  const [enhanced] = /[45]\.\d\.\d+/.exec(reply) ?? [];
  switch (type) {
    case 'esp_kind_1':
      return posted[type]([
        {
          email: address,
          timestamp: atSeconds,
          event: 'bounce',
          type: 'bounce',
          bounce_classification: names ? 'Invalid Address' : 'Unclassified',
          sg_event_id: id,
          reason: reply,
          status: enhanced,
          postrider_log_id: log,
        },
      ]);
    case 'esp_kind_2':
      return posted[type]({
        id,
        timestamp: atSeconds,
        event: 'failed',
        severity: 'permanent',
        reason: 'bounce',
        recipient: address,
        'delivery-status': { code: Number(basic), 'enhanced-code': enhanced, message: reply },
        'user-variables': { log_id: log },
      });
    case 'esp_kind_3':
      return posted[type]([
        {
          event: 'hard_bounce',
          _id: id,
          ts: atSeconds,
          msg: {
            email: address,
            state: 'bounced',
            metadata: { log_id: log },
            bounce_description: names ? 'bad_mailbox' : 'general',
            diag: `smtp;${reply}`,
          },
        },
      ]);
    case 'esp_kind_4':
      return posted[type]({
        RecordType: 'Bounce',
        ID: id,
        Type: 'HardBounce',
        Email: address,
        BouncedAt: at.toISOString(),
        Details: `smtp;${reply}`,
        Metadata: { log_id: log },
      });
    case 'esp_kind_5':
      return posted[type]({
        eventType: 'Bounce',
        mail: { timestamp: at.toISOString(), tags: { log_id: [log] } },
        bounce: {
          bounceType: 'Permanent',
          bounceSubType: names ? 'NoEmail' : 'General',
          timestamp: at.toISOString(),
          bouncedRecipients: [
            { emailAddress: address, action: 'failed', status: enhanced, diagnosticCode: `smtp; ${reply}` },
          ],
        },
      });
    case 'esp_kind_6':
      return posted[type]({
        event: 'bounce',
        time: atSeconds,
        Message_GUID: id,
        email: address,
        CustomID: log,
        hard_bounce: true,
        error_related_to: 'recipient',
        error: names ? 'user unknown' : 'policy issue',
        comment: reply,
      });
    case 'esp_kind_8':
      return posted[type]([
        {
          msys: {
            message_event: {
              type: 'bounce',
              bounce_class: names ? '10' : '30',
              event_id: id,
              timestamp: String(atSeconds),
              raw_rcpt_to: address,
              rcpt_meta: { log_id: log },
              error_code: basic,
              raw_reason: reply,
            },
          },
        },
      ]);
  }
}
