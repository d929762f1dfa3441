import type { CredentialsOf, WebhookSettingsOf } from '@postrider/contracts';
import { z } from 'zod';
import { composeMime, toEnvelope } from '../../mime/compose-mime.js';
import type { OutgoingMessage } from '../../mail/outgoing-message.js';
import type { DeliveryOutcome } from '../driver.js';
import { accountFailure, dropped, sent, tryAgain } from '../outcome.js';
import type { ProviderResponse, ProviderRequest } from './exchange.js';
import {
  formatDetail,
  outcomeByStatus,
  retryAfter,
  providerTracks,
  type HostedOptions,
  type HostedProvider,
  type Probe,
} from './hosted-driver.js';
import { plainAscii, limitTags } from './message-fields.js';
import { ProviderApi, textIn, webhookName, withUrl } from './provider-api.js';
import { jsonBody } from './request-body.js';

const receipt = z
  .array(
    z.object({
      email: z.string(),
      status: z.string(),
      _id: z.string().nullish(),
      reject_reason: z.string().nullish(),
      queued_reason: z.string().nullish(),
    }),
  )
  .min(1);
const failure = z.object({ status: z.literal('error'), name: z.string(), message: z.string() });
const accountErrorNames = /^(Invalid_Key|PaymentRequired|Unknown_Subaccount)$/;
const accountRejectReasons = /^(invalid-sender|unsigned|test-mode-limit)$/;

/**
 * esp_kind_3 is Mandrill, now Mailchimp Transactional: raw email in JSON, controlled by `X-MC-` headers. It responds
 * every error with HTTP 500, so the name in the body is checked before the status.
 */
export class Mandrill implements HostedProvider {
  static readonly baseUrl = (): string => 'https://mandrillapp.com';

  readonly takesMime = true;
  readonly secrets: readonly string[];

  constructor(
    private readonly credentials: CredentialsOf<'esp_kind_3'>,
    private readonly options: HostedOptions,
  ) {
    this.secrets = [credentials.api_key];
  }

  probe(): Probe {
    return {
      request: {
        url: `${this.options.baseUrl}/api/1.0/users/ping2.json`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ key: this.credentials.api_key }),
      },
      tried: 'Mailchimp Transactional was pinged with the key',
    };
  }

  async prepare(message: OutgoingMessage): Promise<ProviderRequest> {
    // All tags share one header: commas separate them, and a leading underscore is reserved.
    const tags = limitTags(message, 10, 50, (tag) => plainAscii(tag.replaceAll(',', ' ')).replace(/^[_ ]+/, ''));
    const { raw, envelope } = await composeMime(message, {
      'X-MC-Metadata': JSON.stringify({ log_id: message.logId }),
      // Without it, every recipient gets a copy that shows no other recipient.
      'X-MC-PreserveRecipients': 'true',
      'X-MC-Autotext': 'false',
      ...(tags.length > 0 ? { 'X-MC-Tags': tags.join(',') } : {}),
      ...(providerTracks(this.options, message) ? {} : { 'X-MC-Track': 'none' }),
    });
    return {
      url: `${this.options.baseUrl}/api/1.0/messages/send-raw.json`,
      headers: { 'content-type': 'application/json' },
      body: await jsonBody(
        {
          key: this.credentials.api_key,
          raw_message: raw.toString('latin1'),
          to: envelope.to,
          async: false,
        },
        message.logId,
      ),
    };
  }

  classify(response: ProviderResponse, message: OutgoingMessage): DeliveryOutcome {
    const results = response.status < 300 ? response.read(receipt) : undefined;
    if (results) return toOutcome(results, message);
    const error = response.read(failure);
    if (!error) return outcomeByStatus(response);
    const detail = formatDetail(response, `${error.name}: ${error.message}`);
    if (accountErrorNames.test(error.name)) return accountFailure(detail, { code: error.name });
    if (error.name === 'ValidationError') return dropped(detail, error.name);
    return tryAgain(detail, { code: error.name, retryAt: retryAfter(response) });
  }

  async registerWebhook(url: string, signal: AbortSignal): Promise<WebhookSettingsOf<'esp_kind_3'>> {
    const api = new ProviderApi(this.options.baseUrl, signal);
    const key = this.credentials.api_key;
    const mailEvents = ['send', 'delivered', 'deferral', 'hard_bounce', 'soft_bounce', 'reject'];
    const { items } = await api.request('POST', '/api/1.0/webhooks/list.json', { json: { key } });
    const known = withUrl(items, 'url', url);
    const json = { key, url, description: webhookName, events: [...mailEvents, 'open', 'click', 'spam', 'unsub'] };
    const registered = known
      ? await api.request('POST', '/api/1.0/webhooks/update.json', { json: { ...json, id: known['id'] } })
      : await api.request('POST', '/api/1.0/webhooks/add.json', { json });
    return { signing_key: textIn(registered, 'auth_key') };
  }
}

function toOutcome(results: z.infer<typeof receipt>, message: OutgoingMessage): DeliveryOutcome {
  const [primary = ''] = toEnvelope(message).to;
  const result = results.find(({ email }) => email.toLowerCase() === primary.toLowerCase()) ?? results[0];
  const reason = result?.reject_reason ?? result?.queued_reason ?? undefined;
  const rejectedCopies = results
    .filter((other) => other !== result && /^(rejected|invalid)$/.test(other.status))
    .map(({ email, status, reject_reason }) => `; ${email}: ${reject_reason ?? status}`);
  const detail = `${result?.status}${reason === undefined ? '' : ` (${reason})`}${rejectedCopies.join('')}`;
  if (!result || !/^(rejected|invalid)$/.test(result.status)) return sent(detail, result?._id ?? undefined);
  return accountRejectReasons.test(reason ?? '')
    ? accountFailure(detail, { code: reason })
    : dropped(detail, reason ?? result.status);
}
