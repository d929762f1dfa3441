import type { CredentialsOf, WebhookSettingsOf } from '@postrider/contracts';
import { z } from 'zod';
import { composeMime } from '../../mime/compose-mime.js';
import type { OutgoingMessage } from '../../mail/outgoing-message.js';
import type { DeliveryOutcome } from '../driver.js';
import { accountFailure, sent, tryAgain } from '../outcome.js';
import type { ProviderResponse, ProviderRequest } from './exchange.js';
import {
  formatDetail,
  outcomeByStatus,
  retryAfter,
  providerTracks,
  type HostedOptions,
  type HostedProvider,
  type Probe,
  type Region,
} from './hosted-driver.js';
import { plainAscii, limitTags } from './message-fields.js';
import { ProviderApi, textIn } from './provider-api.js';

const receipt = z.object({ id: z.string(), message: z.string().startsWith('Queued') });
const failure = z.object({ message: z.string() });
const domainSchema = z.object({ domain: z.object({ state: z.string() }) });
const domainFailure = /is not allowed to send|sandbox|unverified|free account|activate/i;

/** esp_kind_2 is Mailgun (Sinch): raw email as a file of a form, sent to the account's domain. */
export class Mailgun implements HostedProvider {
  static readonly baseUrl = (region: Region): string =>
    region === 'eu' ? 'https://api.eu.mailgun.net' : 'https://api.mailgun.net';

  readonly takesMime = true;
  readonly secrets: readonly string[];
  private readonly authorization: string;

  constructor(
    private readonly credentials: CredentialsOf<'esp_kind_2'>,
    private readonly options: HostedOptions,
  ) {
    const basic = Buffer.from(`api:${credentials.api_key}`).toString('base64');
    this.authorization = `Basic ${basic}`;
    this.secrets = [credentials.api_key, basic];
  }

  probe(): Probe {
    const { domain } = this.credentials;
    return {
      request: {
        method: 'GET',
        url: `${this.options.baseUrl}/v3/domains/${encodeURIComponent(domain)}`,
        headers: { authorization: this.authorization },
      },
      tried: `Mailgun was asked for the state of the domain ${domain}`,
      interpret: (response) => {
        if (response.status === 401)
          return {
            outcome: 'fails',
            answer: `${formatDetail(response)}. A domain sending key is rejected here too, though it may send`,
          };
        const known = response.status === 200 ? response.read(domainSchema)?.domain : undefined;
        if (response.status === 200 && !known)
          return { outcome: 'fails', answer: `Not Mailgun's answer for a domain: ${formatDetail(response)}` };
        return known && known.state !== 'active'
          ? { outcome: 'fails', answer: `The key is valid, but Mailgun reports that the domain is ${known.state}` }
          : undefined;
      },
    };
  }

  async prepare(message: OutgoingMessage): Promise<ProviderRequest> {
    const { raw, envelope } = await composeMime(message);
    const form = new FormData();
    form.append('to', envelope.to.join(','));
    form.append('message', new Blob([new Uint8Array(raw)], { type: 'message/rfc822' }), 'message.mime');
    for (const tag of limitTags(message, 10, 128, plainAscii)) form.append('o:tag', tag);
    // Recipients can see it, so it is an opaque id only.
    form.append('v:log_id', message.logId);
    if (!providerTracks(this.options, message)) form.append('o:tracking', 'no');
    return {
      url: `${this.options.baseUrl}/v3/${encodeURIComponent(this.credentials.domain)}/messages.mime`,
      headers: { authorization: this.authorization },
      body: form,
    };
  }

  classify(response: ProviderResponse): DeliveryOutcome {
    const accepted = response.status === 200 ? response.read(receipt) : undefined;
    if (accepted) return sent(accepted.message, accepted.id);
    const detail = response.read(failure)?.message;
    if (response.status === 200 && /Magnificent API/.test(response.text))
      return accountFailure("The provider's address or the domain is wrong: Mailgun answered its greeting");
    if (response.status === 400 && domainFailure.test(detail ?? ''))
      return accountFailure(formatDetail(response, detail), { code: '400' });
    if (response.status === 429)
      return tryAgain(formatDetail(response, detail), { code: '429', retryAt: retryAfter(response) ?? dateIn(detail) });
    return outcomeByStatus(response, detail);
  }

  async registerWebhook(url: string, signal: AbortSignal): Promise<WebhookSettingsOf<'esp_kind_2'>> {
    const api = new ProviderApi(this.options.baseUrl, signal, { authorization: this.authorization });
    const path = `/v3/domains/${this.credentials.domain}/webhooks`;
    const mailEvents = ['accepted', 'delivered', 'temporary_fail', 'permanent_fail'];
    for (const id of [...mailEvents, 'opened', 'clicked', 'unsubscribed', 'complained']) {
      if (await api.has(`${path}/${id}`)) await api.request('PUT', `${path}/${id}`, { form: { url } });
      else await api.request('POST', path, { form: { id, url } });
    }
    return { signing_key: textIn(await api.request('GET', '/v5/accounts/http_signing_key'), 'http_signing_key') };
  }
}

/** `… limit exceeded, try again after <RFC 5322 date>` */
function dateIn(detail: string | undefined): Date | undefined {
  const at = Date.parse(/try again after (.+)$/i.exec(detail ?? '')?.[1] ?? '');
  return Number.isNaN(at) ? undefined : new Date(at);
}
