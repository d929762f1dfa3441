import { createHash, createHmac } from 'node:crypto';
import {
  parseJson,
  looksLikeMailbox,
  type FakeResponse,
  type FakeProvider,
  type FakeRequest,
} from './provider-fake.js';

const error = (status: number, type: string, message: string): FakeResponse => ({
  status,
  headers: { 'x-amzn-errortype': `${type}:http://internal.amazon.com/coral/com.amazonaws.services.simpleemail.v2/` },
  body: { message },
});

/** The error responses of SES. */
export const sesErrors = {
  wrongSignature: error(
    403,
    'SignatureDoesNotMatch',
    'The request signature we calculated does not match the signature you provided.',
  ),
  unknownKey: error(403, 'UnrecognizedClientException', 'The security token included in the request is invalid.'),
  unverifiedAddress: error(
    400,
    'MessageRejected',
    'Email address is not verified. The following identities failed the check in region EU-WEST-1: billing@acme.example',
  ),
  rejectedContent: error(400, 'MessageRejected', 'Message rejected: the message contains a virus.'),
  badRequest: error(400, 'BadRequestException', 'Local address contains control or whitespace'),
  throttled: error(429, 'TooManyRequestsException', 'Maximum sending rate exceeded.'),
  dailyQuota: error(400, 'LimitExceededException', 'Daily message quota exceeded.'),
  paused: error(400, 'SendingPausedException', 'Email sending is paused for this account.'),
  noConfigurationSet: error(404, 'NotFoundException', 'Configuration set <x> does not exist.'),
  expired: error(400, 'RequestExpired', 'Request has expired.'),
  aborted: error(400, 'RequestAbortedException', 'The request was aborted.'),
  internal: error(500, 'InternalFailure', 'Internal failure'),
} as const;

interface SesKeys {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

/** Verifies the signature from the request alone, as the server does. */
function findSignatureError(
  { method, path, headers, body }: FakeRequest,
  { accessKeyId, secretAccessKey, region }: SesKeys,
): FakeResponse | undefined {
  const parsed =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/ses\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!parsed) return error(403, 'MissingAuthenticationTokenException', 'Missing Authentication Token');
  const [, key, day = '', signedRegion, names = '', signature] = parsed;
  if (key !== accessKeyId) return sesErrors.unknownKey;
  if (signedRegion !== region || !names.split(';').includes('host') || !names.split(';').includes('x-amz-date'))
    return sesErrors.wrongSignature;
  const stamp = String(headers['x-amz-date']);
  const hash = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
  const mac = (secret: string | Buffer, content: string): Buffer =>
    createHmac('sha256', secret).update(content).digest();
  const canonical = `${method}\n${path}\n\n${names
    .split(';')
    .map((name) => `${name}:${String(headers[name])}\n`)
    .join('')}\n${names}\n${hash(body)}`;
  const toSign = `AWS4-HMAC-SHA256\n${stamp}\n${day}/${region}/ses/aws4_request\n${hash(canonical)}`;
  const signingKey = mac(mac(mac(mac(`AWS4${secretAccessKey}`, day), region), 'ses'), 'aws4_request');
  return mac(signingKey, toSign).toString('hex') === signature ? undefined : sesErrors.wrongSignature;
}

interface SesMail {
  Content?: { Raw?: { Data?: string } };
  Destination?: { ToAddresses?: string[]; CcAddresses?: string[]; BccAddresses?: string[] };
  EmailTags?: { Name: string; Value: string }[];
}

/** esp_kind_5: v2 outbound-emails with raw email. */
export const sesFake =
  (keys: SesKeys): FakeProvider =>
  (request, accept) => {
    if (request.path !== '/v2/email/outbound-emails')
      return error(404, 'UnknownOperationException', 'Unknown operation');
    const rejection = findSignatureError(request, keys);
    if (rejection) return rejection;
    const mail = parseJson(request) as SesMail | undefined;
    const raw = Buffer.from(mail?.Content?.Raw?.Data ?? '', 'base64').toString('latin1');
    if (raw === '') return error(400, 'BadRequestException', 'Content is missing');
    const { ToAddresses = [], CcAddresses = [], BccAddresses = [] } = mail?.Destination ?? {};
    const to = [...ToAddresses, ...CcAddresses, ...BccAddresses];
    if (to.length === 0 || to.length > 50 || !to.every(looksLikeMailbox)) return sesErrors.badRequest;
    if (mail?.EmailTags?.some(({ Name, Value }) => !/^[\w-]{1,256}$/.test(Name) || !/^[\w-]{1,256}$/.test(Value)))
      return error(400, 'BadRequestException', 'Invalid tag');
    if (/[^\t\r\n -~]/.test(raw)) return error(400, 'BadRequestException', '8bit data');
    accept({ to, logId: mail?.EmailTags?.find(({ Name }) => Name === 'log_id')?.Value, raw, fields: mail });
    return { status: 200, body: { MessageId: '0102-ses-1' } };
  };
