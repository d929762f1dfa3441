import type { CredentialsOf, WebhookSettingsOf } from '@postrider/contracts';
import { z } from 'zod';
import type { OutgoingMessage } from '../../mail/outgoing-message.js';
import type { DeliveryOutcome } from '../driver.js';
import { sent, tryAgain } from '../outcome.js';
import type { ProviderResponse, ProviderRequest } from './exchange.js';
import {
  outcomeByStatus,
  retryAfter,
  providerTracks,
  type HostedOptions,
  type HostedProvider,
  type Probe,
  type Region,
} from './hosted-driver.js';
import { toMessageFields, plainAscii, limitTags, type MessageFields } from './message-fields.js';
import { ProviderApi, textIn, webhookName, withUrl } from './provider-api.js';
import { jsonBody } from './request-body.js';

const scopesResponse = z.object({ scopes: z.array(z.string()) });
const failure = z.object({ errors: z.array(z.object({ message: z.string(), field: z.string().nullish() })).min(1) });

/**
 * esp_kind_1 is Twilio SendGrid with its v3 JSON API, because it accepts raw email over SMTP only. Logins by username
 * and password ended in 2020; the username must be the literal `apikey` and the password an API key.
 */
export class SendGrid implements HostedProvider {
  static readonly baseUrl = (region: Region): string =>
    region === 'eu' ? 'https://api.eu.sendgrid.com' : 'https://api.sendgrid.com';

  readonly secrets: readonly string[];
  readonly unusable: string | undefined;

  constructor(
    private readonly credentials: CredentialsOf<'esp_kind_1'>,
    private readonly options: HostedOptions,
  ) {
    const { username, password } = credentials;
    this.secrets = [password];
    if (username !== 'apikey' && !password.startsWith('SG.')) {
      this.unusable = 'SendGrid accepts API keys only: the username must be "apikey" and the password an API key';
    }
  }

  probe(): Probe {
    return {
      request: {
        method: 'GET',
        url: `${this.options.baseUrl}/v3/scopes`,
        headers: { authorization: `Bearer ${this.credentials.password}` },
      },
      tried: 'SendGrid was asked for the scopes of the API key',
      interpret: (response) => {
        const scopes = response.status === 200 ? response.read(scopesResponse)?.scopes : undefined;
        return scopes?.includes('mail.send') === false
          ? {
              outcome: 'fails',
              answer: 'The API key is valid but may not send email: mail.send is not among its scopes',
            }
          : undefined;
      },
    };
  }

  async prepare(message: OutgoingMessage): Promise<ProviderRequest> {
    const fields = toMessageFields(message);
    const mailbox = ({ address, name }: MessageFields['from']) => ({
      email: address,
      ...(name === '' ? {} : { name }),
    });
    const categories = limitTags(message, 10, 255);
    const content = [
      { type: 'text/plain', value: fields.text },
      { type: 'text/html', value: fields.html },
      { type: 'text/x-amp-html', value: message.ampHtml },
    ];
    return {
      url: `${this.options.baseUrl}/v3/mail/send`,
      headers: { authorization: `Bearer ${this.credentials.password}`, 'content-type': 'application/json' },
      body: await jsonBody(
        {
          personalizations: [
            {
              to: fields.to.map(mailbox),
              ...(fields.cc.length > 0 ? { cc: fields.cc.map(mailbox) } : {}),
              ...(fields.bcc.length > 0 ? { bcc: fields.bcc.map((email) => ({ email })) } : {}),
            },
          ],
          from: mailbox(fields.from),
          reply_to_list: fields.replyTo.map((email) => ({ email })),
          subject: fields.subject,
          content: content.filter(({ value }) => value),
          ...(fields.files.length > 0 ? { attachments: fields.files.map(toAttachment) } : {}),
          headers: fields.headers,
          ...(categories.length > 0 ? { categories } : {}),
          custom_args: { postrider_log_id: message.logId },
          ...(providerTracks(this.options, message)
            ? {}
            : {
                tracking_settings: {
                  click_tracking: { enable: false, enable_text: false },
                  open_tracking: { enable: false },
                },
              }),
        },
        message.logId,
      ),
    };
  }

  classify(response: ProviderResponse): DeliveryOutcome {
    if (response.status === 202) return sent('202 Accepted', response.headers.get('x-message-id') ?? undefined);
    const detail = response
      .read(failure)
      ?.errors.map(({ message, field }) => (field ? `${message} (${field})` : message))
      .join('; ');
    if (response.status === 429)
      return tryAgain(`429 ${detail ?? 'rate limited'}`, {
        code: '429',
        retryAt: retryAfter(response) ?? rateLimitReset(response),
      });
    return outcomeByStatus(response, detail);
  }

  async registerWebhook(url: string, signal: AbortSignal): Promise<WebhookSettingsOf<'esp_kind_1'>> {
    const api = new ProviderApi(this.options.baseUrl, signal, { authorization: `Bearer ${this.credentials.password}` });
    const path = '/v3/user/webhooks/event/settings';
    const { webhooks } = await api.request('GET', `${path}/all`);
    const existing = withUrl(webhooks, 'url', url);
    const events = ['processed', 'delivered', 'deferred', 'bounce', 'dropped', 'open', 'click', 'spam_report'];
    const all = [...events, 'unsubscribe', 'group_unsubscribe', 'group_resubscribe'];
    const enabledEvents = Object.fromEntries(all.map((event) => [event, true]));
    const json = { enabled: true, url, friendly_name: webhookName, ...enabledEvents };
    const { id } = existing
      ? await api.request('PATCH', `${path}/${textIn(existing, 'id')}`, { json })
      : await api.request('POST', path, { json });
    const signed = await api.request('PATCH', `${path}/signed/${String(id)}`, { json: { enabled: true } });
    return { public_key: textIn(signed, 'public_key') };
  }
}

function toAttachment({ name, type, base64, contentId }: MessageFields['files'][number]) {
  // SendGrid garbles names that are not ASCII.
  return {
    content: base64,
    type,
    filename: plainAscii(name),
    ...(contentId === undefined ? { disposition: 'attachment' } : { disposition: 'inline', content_id: contentId }),
  };
}

/** Unix seconds. */
function rateLimitReset({ headers }: ProviderResponse): Date | undefined {
  const reset = Number(headers.get('x-ratelimit-reset') ?? NaN);
  return Number.isFinite(reset) ? new Date(reset * 1000) : undefined;
}
