import type { CredentialsOf } from '@postrider/contracts';
import { z } from 'zod';
import { composeMime } from '../../mime/compose-mime.js';
import { oneLine } from '../../mime/header-fields.js';
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
  notPermitted,
  type Probe,
  type Register,
  type Region,
} from './hosted-driver.js';
import { limitTags } from './message-fields.js';
import { requireSettings, ProviderApi, textIn, webhookName, withUrl } from './provider-api.js';
import { jsonBody } from './request-body.js';

const receipt = z.object({
  results: z.object({
    id: z.coerce.string(),
    total_accepted_recipients: z.number(),
    total_rejected_recipients: z.number(),
  }),
});
const failure = z.object({
  errors: z
    .array(z.object({ message: z.string(), code: z.coerce.string().optional(), description: z.string().nullish() }))
    .min(1),
});

const noSendingDomain = '7001';
const rateLimitWaitMs = 5_000;

/** The longest prefix of at most `bytes` bytes. */
const withinBytes = (text: string, bytes: number): string =>
  Buffer.from(text)
    .subarray(0, bytes)
    .toString()
    .replace(/\ufffd$/, '');

/** esp_kind_8 is SparkPost (Bird): raw email in JSON, with the recipients in separate fields. */
export class SparkPost implements HostedProvider {
  static readonly baseUrl = (region: Region): string =>
    region === 'eu' ? 'https://api.eu.sparkpost.com' : 'https://api.sparkpost.com';

  readonly takesMime = true;
  readonly secrets: readonly string[];

  constructor(
    private readonly credentials: CredentialsOf<'esp_kind_8'>,
    private readonly options: HostedOptions,
  ) {
    this.secrets = [credentials.api_key];
  }

  probe(): Probe {
    return {
      request: {
        method: 'GET',
        url: `${this.options.baseUrl}/api/v1/account`,
        headers: { authorization: this.credentials.api_key },
      },
      tried: 'SparkPost was asked for the account of the key',
      interpret: notPermitted(403, 'The key is valid but lacks the permission for this request (Account: Read)'),
    };
  }

  async prepare(message: OutgoingMessage): Promise<ProviderRequest> {
    const { raw, envelope } = await composeMime(message);
    return {
      url: `${this.options.baseUrl}/api/v1/transmissions`,
      headers: { authorization: this.credentials.api_key, 'content-type': 'application/json' },
      body: await jsonBody(
        {
          options: {
            // Otherwise it adds its own List-Unsubscribe and applies its template language to the rendered email.
            transactional: true,
            perform_substitutions: false,
            inline_css: false,
            ...(providerTracks(this.options, message) ? {} : { open_tracking: false, click_tracking: false }),
          },
          recipients: envelope.to.map((email) => ({ address: { email } })),
          content: { email_rfc822: raw.toString('latin1') },
          campaign_id: limitTags(message, 1, 64, (tag) => withinBytes(oneLine(tag), 64))[0],
          metadata: { log_id: message.logId },
        },
        message.logId,
      ),
    };
  }

  classify(response: ProviderResponse): DeliveryOutcome {
    const results = response.status === 200 ? response.read(receipt)?.results : undefined;
    if (results) {
      const { id, total_accepted_recipients: accepted, total_rejected_recipients: rejected } = results;
      const detail = `200 ${accepted} accepted, ${rejected} rejected`;
      return accepted === 0 && rejected > 0 ? dropped(detail) : sent(detail, id);
    }
    const [first] = response.read(failure)?.errors ?? [];
    const words = first && [first.code, first.message, first.description].filter(Boolean).join(' ');
    const detail = formatDetail(response, words);
    if (first?.code === noSendingDomain || /unconfigured|sandbox/i.test(words ?? ''))
      return accountFailure(detail, { code: first?.code });
    if (response.status === 420) return accountFailure(detail, { code: '420', retryAt: retryAfter(response) });
    if (response.status === 429)
      return tryAgain(detail, { code: '429', retryAt: retryAfter(response) ?? new Date(Date.now() + rateLimitWaitMs) });
    if (first?.code !== undefined && (response.status === 400 || response.status === 422))
      return dropped(detail, first.code);
    return outcomeByStatus(response, words);
  }

  readonly registerWebhook: Register<'esp_kind_8'> = async (url, signal, known) => {
    const settings = requireSettings(known);
    const api = new ProviderApi(this.options.baseUrl, signal, { authorization: this.credentials.api_key });
    const mailEvents = [
      'injection',
      'delivery',
      'delay',
      'bounce',
      'out_of_band',
      'policy_rejection',
      'spam_complaint',
    ];
    const recipientEvents = ['open', 'amp_open', 'click', 'amp_click', 'list_unsubscribe', 'link_unsubscribe'];
    const json = {
      name: webhookName,
      target: url,
      auth_type: 'basic',
      auth_credentials: settings,
      events: [...mailEvents, 'generation_failure', 'generation_rejection', ...recipientEvents],
    };
    const { results } = await api.request('GET', '/api/v1/webhooks');
    const registered = withUrl(results, 'target', url);
    if (registered) await api.request('PUT', `/api/v1/webhooks/${textIn(registered, 'id')}`, { json });
    else await api.request('POST', '/api/v1/webhooks', { json });
    return settings;
  };
}
