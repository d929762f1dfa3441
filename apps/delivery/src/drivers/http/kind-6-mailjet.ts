import type { CredentialsOf, WebhookSettingsOf } from '@postrider/contracts';
import { z } from 'zod';
import type { OutgoingMessage } from '../../mail/outgoing-message.js';
import type { DeliveryOutcome } from '../driver.js';
import { accountFailure, dropped, sent } from '../outcome.js';
import type { ProviderResponse, ProviderRequest } from './exchange.js';
import {
  formatDetail,
  outcomeByStatus,
  providerTracks,
  type HostedOptions,
  type HostedProvider,
  type Probe,
  type Register,
} from './hosted-driver.js';
import { toMessageFields, limitTags, type MessageFields } from './message-fields.js';
import { requireSettings, toList, ProviderApi, textIn } from './provider-api.js';
import { jsonBody } from './request-body.js';

/** `MessageID` is an integer beyond 2^53, which JSON.parse corrupts, so the UUID is used as id. */
const receipt = z.object({
  Messages: z.tuple([
    z.object({ Status: z.literal('success'), To: z.array(z.object({ MessageUUID: z.string() })).min(1) }),
  ]),
});
const problem = z.object({
  ErrorCode: z.string(),
  ErrorMessage: z.string(),
  ErrorRelatedTo: z.array(z.string()).nullish(),
});
const failure = z.object({
  Messages: z.tuple([z.object({ Status: z.literal('error'), Errors: z.array(problem).min(1) })]),
});
const globalFailure = z.object({
  ErrorMessage: z.string(),
  ErrorCode: z.string().optional(),
  ErrorIdentifier: z.string().optional(),
});

/** Key suspended; credentials; sender not authorised or not active. */
const accountErrors = new Set(['mj-0001', 'mj-0015', 'send-0006', 'send-0007', 'send-0008']);
/** Mailjet rejects the whole message for one of these (`send-0011`). */
const unwantedHeader =
  /^(delivered-to|user-agent|x-mailer|list-id|x-feedback-id|x-csa-complaints|x-mj-.*|x-mailjet-.*)$/i;

/** esp_kind_6 is Mailjet (Sinch) with its v3.1 JSON API: raw email only over SMTP, and no AMP. */
export class Mailjet implements HostedProvider {
  static readonly baseUrl = (): string => 'https://api.mailjet.com';

  readonly secrets: readonly string[];
  private readonly authorization: string;

  constructor(
    { api_key, secret_key }: CredentialsOf<'esp_kind_6'>,
    private readonly options: HostedOptions,
  ) {
    const basic = Buffer.from(`${api_key}:${secret_key}`).toString('base64');
    this.authorization = `Basic ${basic}`;
    this.secrets = [api_key, secret_key, basic];
  }

  probe(): Probe {
    return {
      request: {
        method: 'GET',
        url: `${this.options.baseUrl}/v3/REST/sender?Limit=1`,
        headers: { authorization: this.authorization },
      },
      tried: 'Mailjet was asked for a sender of the account',
    };
  }

  async prepare(message: OutgoingMessage): Promise<ProviderRequest> {
    const fields = toMessageFields(message);
    const mailbox = ({ address, name }: MessageFields['from']) => ({
      Email: address,
      ...(name === '' ? {} : { Name: name }),
    });
    const file = ({ name, type, base64 }: MessageFields['files'][number]) => ({
      ContentType: type,
      Filename: name,
      Base64Content: base64,
    });
    return {
      url: `${this.options.baseUrl}/v3.1/send`,
      headers: { authorization: this.authorization, 'content-type': 'application/json' },
      body: await jsonBody(
        {
          Messages: [
            {
              From: mailbox(fields.from),
              To: fields.to.map(mailbox),
              Cc: fields.cc.length === 0 ? undefined : fields.cc.map(mailbox),
              Bcc: fields.bcc.length === 0 ? undefined : fields.bcc.map((Email) => ({ Email })),
              // Its API takes one address.
              ReplyTo: { Email: fields.replyTo[0] },
              Subject: fields.subject,
              TextPart: fields.text,
              HTMLPart: fields.html,
              Attachments: fields.files.filter(({ contentId }) => contentId === undefined).map(file),
              InlinedAttachments: fields.files.flatMap((part) =>
                part.contentId === undefined ? [] : [{ ...file(part), ContentID: part.contentId }],
              ),
              Headers: Object.fromEntries(
                Object.entries(fields.headers).filter(([name]) => !unwantedHeader.test(name)),
              ),
              CustomID: message.logId,
              EventPayload: JSON.stringify({ log_id: message.logId }),
              CustomCampaign: limitTags(message, 1, 255)[0],
              ...(providerTracks(this.options, message) ? {} : { TrackOpens: 'disabled', TrackClicks: 'disabled' }),
            },
          ],
        },
        message.logId,
      ),
    };
  }

  classify(response: ProviderResponse): DeliveryOutcome {
    const accepted = response.status === 200 ? response.read(receipt) : undefined;
    if (accepted) return sent('200 success', accepted.Messages[0].To[0]?.MessageUUID);
    const [first] = response.read(failure)?.Messages[0].Errors ?? [];
    if (!first || response.status === 429 || response.status >= 500) {
      const general = response.read(globalFailure);
      const words = first?.ErrorMessage ?? general?.ErrorMessage;
      return general?.ErrorCode && accountErrors.has(general.ErrorCode)
        ? accountFailure(formatDetail(response, words), { code: general.ErrorCode })
        : outcomeByStatus(response, words);
    }
    const { ErrorCode: code, ErrorMessage, ErrorRelatedTo } = first;
    const detail = formatDetail(response, `${code}: ${ErrorMessage}`);
    const aboutSender = ErrorRelatedTo?.some((field) => /^(From|Sender)\b/.test(field)) ?? false;
    return accountErrors.has(code) || aboutSender ? accountFailure(detail, { code }) : dropped(detail, code);
  }

  readonly registerWebhook: Register<'esp_kind_6'> = async (url, signal, known) => {
    const settings = requireSettings(known);
    const api = new ProviderApi(this.options.baseUrl, signal, { authorization: this.authorization });
    const path = '/v3/REST/eventcallbackurl';
    const { Data } = await api.request('GET', path);
    const Url = withCredentials(url, settings);
    for (const EventType of ['sent', 'bounce', 'blocked', 'open', 'click', 'spam', 'unsub']) {
      // Mailjet has one URL per event, so an existing one is replaced.
      const registered = toList(Data).find((each) => each['EventType'] === EventType && each['IsBackup'] !== true);
      const json = { EventType, Url, Version: 2, Status: 'alive' };
      if (registered) await api.request('PUT', `${path}/${textIn(registered, 'ID')}`, { json });
      else await api.request('POST', path, { json });
    }
    return settings;
  };
}

function withCredentials(url: string, { username, password }: WebhookSettingsOf<'esp_kind_6'>): string {
  const address = new URL(url);
  [address.username, address.password] = [encodeURIComponent(username), encodeURIComponent(password)];
  return address.href;
}
