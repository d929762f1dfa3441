import { createHash } from 'node:crypto';
import type { CredentialsOf } from '@postrider/contracts';
import { z } from 'zod';
import { composeMime } from '../../mime/compose-mime.js';
import type { OutgoingMessage } from '../../mail/outgoing-message.js';
import type { DeliveryOutcome } from '../driver.js';
import { accountFailure, dropped, sent, tryAgain } from '../outcome.js';
import type { ProviderResponse, ProviderRequest } from './exchange.js';
import {
  formatDetail,
  outcomeByStatus,
  notPermitted,
  retryAfter,
  type HostedOptions,
  type HostedProvider,
  type Probe,
  type Region,
} from './hosted-driver.js';
import { toMessageFields, limitTags } from './message-fields.js';
import { hashInChunks, jsonBody } from './request-body.js';

const accountSchema = z.object({ SendingEnabled: z.boolean(), ProductionAccessEnabled: z.boolean().optional() });
const receipt = z.object({ MessageId: z.string() });
const failure = z.object({
  message: z.string().optional(),
  Message: z.string().optional(),
  __type: z.string().optional(),
});

const throttlingErrors =
  /^(TooManyRequestsException|ThrottlingException|Throttling|ServiceUnavailable|RequestAborted(Exception)?|RequestTimeout(Exception)?|InternalFailure|InternalServiceErrorException)$/;
const accountErrors = new RegExp(
  `^(${[
    'LimitExceededException',
    'SendingPausedException',
    'AccountSuspendedException',
    'MailFromDomainNotVerifiedException',
    'NotFoundException',
    'SignatureDoesNotMatch',
    'InvalidSignatureException',
    'UnrecognizedClientException',
    'InvalidClientTokenId',
    'IncompleteSignature',
    'MissingAuthenticationToken(Exception)?',
    'AccessDenied(Exception)?',
    'ExpiredToken(Exception)?',
    'RequestExpired',
    'NotAuthorized',
    'OptInRequired',
  ].join('|')})$`,
);

/**
 * esp_kind_5 is Amazon SES with its v2 API and raw email. `Destination` is the envelope; the headers stay as composed.
 */
export class Ses implements HostedProvider {
  static readonly baseUrl = (_region: Region, { region }: CredentialsOf<'esp_kind_5'>): string =>
    `https://email.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;

  readonly takesMime = true;
  readonly secrets: readonly string[];

  constructor(
    private readonly credentials: CredentialsOf<'esp_kind_5'>,
    private readonly options: HostedOptions,
  ) {
    this.secrets = [credentials.secret_access_key];
  }

  async probe(): Promise<Probe> {
    const url = new URL(`${this.options.baseUrl}/v2/email/account`);
    return {
      request: { method: 'GET', url: url.href, headers: await this.signHeaders('GET', url, {}, sha256('')) },
      tried: `Amazon SES was asked for the state of the account in ${this.credentials.region}`,
      interpret: (response) => {
        const known = response.status === 200 ? response.read(accountSchema) : undefined;
        if (known?.SendingEnabled === false)
          return { outcome: 'fails', answer: 'The keys are valid, but sending is disabled for the account' };
        if (known?.ProductionAccessEnabled === false)
          return {
            outcome: 'works',
            answer: 'The keys are valid; the account is in the SES sandbox and sends to verified addresses only',
          };
        const code = response.headers.get('x-amzn-errortype') ?? '';
        return /^AccessDenied/.test(code) || /not authorized to perform/i.test(response.text)
          ? notPermitted(403, 'The keys are valid but lack the permission for this request (ses:GetAccount)')(response)
          : undefined;
      },
    };
  }

  async prepare(message: OutgoingMessage): Promise<ProviderRequest> {
    const { to, cc, bcc } = toMessageFields({ ...message, attachments: [] });
    // Events contain the id in the tag or, without a configuration set, in the header.
    const { raw } = await composeMime(message, { 'X-Log-Id': message.logId });
    const body = await jsonBody(
      {
        Content: { Raw: { Data: raw.toString('base64') } },
        Destination: {
          ToAddresses: to.map(({ address }) => address),
          CcAddresses: cc.map(({ address }) => address),
          BccAddresses: bcc,
        },
        ConfigurationSetName: this.options.configurationSet,
        EmailTags: [
          { Name: 'log_id', Value: message.logId },
          ...limitTags(message, 20, 256, tagValue).map((Value, index) => ({ Name: `tag_${index + 1}`, Value })),
        ],
      },
      message.logId,
    );
    const url = new URL(`${this.options.baseUrl}/v2/email/outbound-emails`);
    const hash = typeof body === 'string' ? sha256(body) : await hashInChunks(body, message.logId);
    const headers = await this.signHeaders('POST', url, { 'content-type': 'application/json' }, hash);
    return { url: url.href, headers, body };
  }

  /** The signer is loaded at first use: it takes 17 MB, and most installations do not send through SES. */
  private async signHeaders(
    method: 'GET' | 'POST',
    { host, pathname, hostname }: URL,
    extraHeaders: Readonly<Record<string, string>>,
    bodyHash: string,
  ): Promise<Record<string, string>> {
    const [{ SignatureV4 }, { Hash }] = await Promise.all([
      import('@smithy/signature-v4'),
      import('@smithy/core/serde'),
    ]);
    const { access_key_id: accessKeyId, secret_access_key: secretAccessKey, region } = this.credentials;
    const signer = new SignatureV4({
      credentials: { accessKeyId, secretAccessKey },
      region,
      service: 'ses',
      sha256: Hash.bind(null, 'sha256'),
    });
    const request = { method, protocol: 'https:', hostname, path: pathname };
    const { headers } = await signer.sign({
      ...request,
      headers: { ...extraHeaders, host, 'x-amz-content-sha256': bodyHash },
    });
    const { host: _host, ...signed } = headers;
    return signed;
  }

  classify(response: ProviderResponse): DeliveryOutcome {
    const accepted = response.status === 200 ? response.read(receipt) : undefined;
    if (accepted) return sent('200 OK', accepted.MessageId);
    const error = response.read(failure);
    const code = (response.headers.get('x-amzn-errortype') ?? error?.__type)?.replace(/:.*/, '').replace(/^.*#/, '');
    const words = error?.message ?? error?.Message;
    if (!error || code === undefined) return outcomeByStatus(response, words);
    const detail = formatDetail(response, `${code}: ${words ?? ''}`);
    if (throttlingErrors.test(code)) return tryAgain(detail, { code, retryAt: retryAfter(response) });
    if (accountErrors.test(code) || /is not verified/i.test(words ?? '')) return accountFailure(detail, { code });
    if (code === 'MessageRejected' || code === 'BadRequestException') return dropped(detail, code);
    return outcomeByStatus(response, `${code}: ${words ?? ''}`);
  }
}

const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex');
const tagValue = (tag: string): string => tag.replace(/[^A-Za-z0-9_-]/g, '_');
