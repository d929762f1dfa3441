import type { CredentialsOf } from '@postrider/contracts';
import { z } from 'zod';
import { composeMime } from '../../mime/compose-mime.js';
import type { OutgoingMessage } from '../../mime/outgoing-message.js';
import type { DeliveryOutcome } from '../driver.js';
import { accountTrouble, dropped, sent, tryAgain } from '../outcome.js';
import type { ProviderAnswer, ProviderRequest } from './exchange.js';
import { detailOf, judgeByStatus, retryAfter, type HostedOptions, type HostedProvider } from './hosted-driver.js';
import { fieldsOf, tagsOf } from './message-fields.js';
import { signedHeaders } from './sigv4.js';

const receipt = z.object({ MessageId: z.string() });
const failure = z.object({
  message: z.string().optional(),
  Message: z.string().optional(),
  __type: z.string().optional(),
});

const throttled =
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

/** esp_kind_5 is Amazon SES, by its v2 API with raw mail. `Destination` is the envelope; the headers stay as composed. */
export class Ses implements HostedProvider {
  readonly secrets: readonly string[];

  constructor(
    private readonly credentials: CredentialsOf<'esp_kind_5'>,
    private readonly options: HostedOptions,
    private readonly configurationSet: string | undefined,
  ) {
    this.secrets = [credentials.secret_access_key];
  }

  prepare(message: OutgoingMessage): ProviderRequest {
    const { access_key_id: accessKeyId, secret_access_key: secretAccessKey, region } = this.credentials;
    const { to, cc, bcc } = fieldsOf({ ...message, attachments: [] });
    // Events carry the id in the tag or, without a configuration set, in the header.
    const { raw } = composeMime(message, { 'X-Log-Id': message.logId });
    const body = JSON.stringify({
      Content: { Raw: { Data: raw.toString('base64') } },
      Destination: { ToAddresses: [to.address], CcAddresses: cc.map(({ address }) => address), BccAddresses: bcc },
      ConfigurationSetName: this.configurationSet,
      EmailTags: [
        { Name: 'log_id', Value: message.logId },
        ...tagsOf(message, 20, 256, tagValue).map((Value, index) => ({ Name: `tag_${index + 1}`, Value })),
      ],
    });
    const url = new URL('/v2/email/outbound-emails', this.options.baseUrl);
    const { host: _host, ...headers } = signedHeaders(
      { accessKeyId, secretAccessKey },
      region,
      'ses',
      url,
      { 'content-type': 'application/json' },
      body,
      new Date(),
    );
    return { url: url.href, headers, body };
  }

  judge(answer: ProviderAnswer): DeliveryOutcome {
    const taken = answer.status === 200 ? answer.read(receipt) : undefined;
    if (taken) return sent('200 OK', taken.MessageId);
    const error = answer.read(failure);
    const code = (answer.headers.get('x-amzn-errortype') ?? error?.__type)?.replace(/:.*$/, '').replace(/^.*#/, '');
    const words = error?.message ?? error?.Message;
    if (!error || code === undefined) return judgeByStatus(answer, words);
    const detail = detailOf(answer, `${code}: ${words ?? ''}`);
    if (throttled.test(code)) return tryAgain(detail, { code, retryAt: retryAfter(answer) });
    if (accountErrors.test(code) || /is not verified/i.test(words ?? '')) return accountTrouble(detail, { code });
    if (code === 'MessageRejected' || code === 'BadRequestException') return dropped(detail, code);
    return judgeByStatus(answer, `${code}: ${words ?? ''}`);
  }
}

const tagValue = (tag: string): string => tag.replace(/[^A-Za-z0-9_-]/g, '_');
