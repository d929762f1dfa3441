import { toFields, toText } from './fields.js';
import { unreadable } from './report.js';

/** A message of Amazon SNS over HTTP. */
export interface SnsMessage {
  readonly Type: string;
  readonly MessageId: string;
  readonly TopicArn: string;
  readonly Message: string;
  readonly Timestamp: string;
  readonly SignatureVersion: string;
  readonly Signature: string;
  readonly SigningCertURL: string;
  readonly Subject: string | undefined;
  readonly SubscribeURL: string | undefined;
  readonly Token: string | undefined;
}

export function readSnsMessage(body: unknown): SnsMessage {
  const fields = toFields(body);
  const required = (name: string): string => {
    const value = toText(fields[name]);
    if (value === undefined) throw unreadable(`is no message of Amazon SNS: it has no ${name}`);
    return value;
  };
  return {
    Type: required('Type'),
    MessageId: required('MessageId'),
    TopicArn: required('TopicArn'),
    Message: required('Message'),
    Timestamp: required('Timestamp'),
    SignatureVersion: required('SignatureVersion'),
    Signature: required('Signature'),
    SigningCertURL: required('SigningCertURL'),
    Subject: toText(fields['Subject']),
    SubscribeURL: toText(fields['SubscribeURL']),
    Token: toText(fields['Token']),
  };
}

const signedOfNotification = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const;
const signedOfConfirmation = [
  'Message',
  'MessageId',
  'SubscribeURL',
  'Timestamp',
  'Token',
  'TopicArn',
  'Type',
] as const;

/** The fields that Amazon signs. */
export function signedText(message: SnsMessage): string {
  const names = message.Type === 'Notification' ? signedOfNotification : signedOfConfirmation;
  return names.flatMap((name) => (message[name] === undefined ? [] : [`${name}\n${message[name]}\n`])).join('');
}
