import type { CredentialsOf } from '@postrider/contracts';
import { z } from 'zod';
import { wireAddress } from '../../mime/addresses.js';
import { formatMessageId } from '../../mime/compose-mime.js';
import type { OutgoingMessage } from '../../mail/outgoing-message.js';
import type { DeliveryOutcome } from '../driver.js';
import { accountFailure, dropped, sent, tryAgain } from '../outcome.js';
import type { ProviderResponse, ProviderRequest } from './exchange.js';
import {
  outcomeByStatus,
  retryAfter,
  providerTracks,
  type HostedOptions,
  type HostedProvider,
  type Probe,
  type Register,
} from './hosted-driver.js';
import { toMessageFields, quotedMailbox, limitTags } from './message-fields.js';
import { requireSettings, ProviderApi, textIn, withUrl } from './provider-api.js';
import { jsonBody } from './request-body.js';

const result = z.object({ ErrorCode: z.number(), Message: z.string(), MessageID: z.string().optional() });

/** Bad token; sender signature missing or unconfirmed; not allowed or out of credits; account pending; may not send. */
const accountErrors = new Set([10, 400, 401, 405, 412, 413]);
const maintenance = 100;

/** esp_kind_4 is Postmark (ActiveCampaign) with its JSON API: raw email only over SMTP, and no AMP. */
export class Postmark implements HostedProvider {
  static readonly baseUrl = (): string => 'https://api.postmarkapp.com';

  readonly secrets: readonly string[];

  constructor(
    private readonly credentials: CredentialsOf<'esp_kind_4'>,
    private readonly options: HostedOptions,
  ) {
    this.secrets = [credentials.api_key];
  }

  probe(): Probe {
    return {
      request: {
        method: 'GET',
        url: `${this.options.baseUrl}/server`,
        headers: { 'x-postmark-server-token': this.credentials.api_key },
      },
      tried: 'Postmark was asked for the server of the token',
    };
  }

  async prepare(message: OutgoingMessage): Promise<ProviderRequest> {
    const fields = toMessageFields(message);
    return {
      url: `${this.options.baseUrl}/email`,
      headers: { 'x-postmark-server-token': this.credentials.api_key, 'content-type': 'application/json' },
      body: await jsonBody(
        {
          From: quotedMailbox(fields.from),
          To: fields.to.map(quotedMailbox).join(','),
          Cc: fields.cc.map(quotedMailbox).join(',') || undefined,
          Bcc: fields.bcc.join(',') || undefined,
          ReplyTo: fields.replyTo.join(', '),
          Subject: fields.subject,
          TextBody: fields.text,
          HtmlBody: fields.html,
          Tag: limitTags(message, 1, 1000)[0],
          Metadata: { log_id: message.logId },
          // Without X-PM-KeepID, Postmark replaces our Message-ID with a new one at every attempt.
          Headers: Object.entries({
            ...fields.headers,
            'Message-ID': formatMessageId(message),
            'X-PM-KeepID': 'true',
          }).map(([Name, Value]) => ({ Name, Value })),
          Attachments: fields.files.map(({ name, type, base64, contentId }) => ({
            Name: name,
            Content: base64,
            ContentType: type,
            ...(contentId === undefined ? {} : { ContentID: `cid:${contentId}` }),
          })),
          MessageStream: 'outbound',
          ...(providerTracks(this.options, message) ? {} : { TrackOpens: false, TrackLinks: 'None' }),
        },
        message.logId,
      ),
    };
  }

  classify(response: ProviderResponse, message: OutgoingMessage): DeliveryOutcome {
    const reply = response.read(result);
    if (!reply) return outcomeByStatus(response);
    const { ErrorCode, Message, MessageID } = reply;
    const code = String(ErrorCode);
    if (response.status === 200 && ErrorCode === 0) {
      const inactive =
        /will not deliver to these inactive addresses: (.+?)\.?$/i
          .exec(Message)?.[1]
          ?.toLowerCase()
          .split(/[\s,;]+/) ?? [];
      return inactive.includes(wireAddress(message.to.address).toLowerCase())
        ? dropped(Message, '406')
        : sent(Message, MessageID);
    }
    if (accountErrors.has(ErrorCode)) return accountFailure(`${code} ${Message}`, { code });
    if (ErrorCode === maintenance) return tryAgain(`${code} ${Message}`, { code, retryAt: retryAfter(response) });
    if (response.status === 422) return dropped(`${code} ${Message}`, code);
    return outcomeByStatus(response, Message);
  }

  readonly registerWebhook: Register<'esp_kind_4'> = async (url, signal, known) => {
    const settings = requireSettings(known);
    const headers = { 'x-postmark-server-token': this.credentials.api_key };
    const api = new ProviderApi(this.options.baseUrl, signal, headers);
    const on = { Enabled: true };
    const Triggers = {
      Delivery: on,
      Bounce: { ...on, IncludeContent: false },
      SpamComplaint: { ...on, IncludeContent: false },
      Open: { ...on, PostFirstOpenOnly: false },
      Click: on,
      SubscriptionChange: on,
    };
    const json = { Url: url, HttpAuth: { Username: settings.username, Password: settings.password }, Triggers };
    const { Webhooks } = await api.request('GET', '/webhooks?MessageStream=outbound');
    const registered = withUrl(Webhooks, 'Url', url);
    if (registered) await api.request('PUT', `/webhooks/${textIn(registered, 'ID')}`, { json });
    else await api.request('POST', '/webhooks', { json: { ...json, MessageStream: 'outbound' } });
    return settings;
  };
}
