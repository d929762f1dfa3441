import type { CredentialsOf } from '@postrider/contracts';
import { z } from 'zod';
import { UnsendableMessage } from '../../mime/addresses.js';
import type { OutgoingMessage } from '../../mail/outgoing-message.js';
import type { DeliveryOutcome } from '../driver.js';
import { accountFailure, dropped, sent } from '../outcome.js';
import { ProviderResponse, type ProviderRequest } from './exchange.js';
import { outcomeByStatus, type HostedOptions, type HostedProvider } from './hosted-driver.js';
import { toMessageFields, quotedMailbox } from './message-fields.js';
import { formBody } from './request-body.js';

const result = z.object({
  response: z.object({ status: z.coerce.number(), message: z.string().nullish(), data: z.unknown() }),
});

/**
 * esp_kind_7 is Dyn Email Delivery, which Oracle shut down on 31 May 2023. Accounts of this kind are kept, but every
 * send is rejected unless the operator sets an address that implements its last documented form API. No attachments.
 */
export class Dyn implements HostedProvider {
  /** There is none any more. */
  static readonly baseUrl = (): string => '';

  readonly secrets: readonly string[];
  readonly unusable: string | undefined;

  constructor(
    private readonly credentials: CredentialsOf<'esp_kind_7'>,
    private readonly options: HostedOptions,
  ) {
    this.secrets = [credentials.api_key];
    if (options.baseUrl === '')
      this.unusable = 'Dyn Email Delivery was shut down on 31 May 2023; this account can no longer send';
  }

  async prepare(message: OutgoingMessage): Promise<ProviderRequest> {
    if (message.attachments.length > 0) throw new UnsendableMessage('Dyn Email Delivery does not support attachments');
    const {
      from,
      to: [to, ...others],
      cc,
      bcc,
      replyTo,
      subject,
      text,
      html,
      headers,
    } = toMessageFields(message);
    const form: (readonly [name: string, value: string])[] = [
      ['apikey', this.credentials.api_key],
      ['from', quotedMailbox(from)],
      ['to', quotedMailbox(to!)],
      ['subject', subject],
      // Its API takes one address.
      ['replyto', replyTo[0]!],
    ];
    // Its API documents one recipient.
    [...others, ...cc].forEach((mailbox, index) => form.push([`cc[${index + 1}]`, quotedMailbox(mailbox)]));
    bcc.forEach((address, index) => form.push([`bcc[${index + 1}]`, address]));
    if (text !== undefined) form.push(['bodytext', text]);
    if (html !== undefined) form.push(['bodyhtml', html]);
    for (const [name, value] of Object.entries(headers)) if (/^x-/i.test(name)) form.push([name, value]);
    form.push(['X-Log-Id', message.logId]);
    return {
      url: `${this.options.baseUrl}/rest/json/send`,
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
      body: await formBody(form, message.logId),
    };
  }

  classify(response: ProviderResponse): DeliveryOutcome {
    const reply = response.status === 200 ? response.read(result)?.response : undefined;
    if (!reply) return outcomeByStatus(response);
    const detail = reply.message ?? undefined;
    if (reply.status === 200) return sent(`200 ${detail ?? ''}`);
    // The status in the body is the actual one; 451 is a missing or wrong key or field.
    if (reply.status === 451)
      return /key/i.test(detail ?? 'key')
        ? accountFailure(`451 ${detail ?? ''}`, { code: '451' })
        : dropped(`451 ${detail ?? ''}`, '451');
    return outcomeByStatus(new ProviderResponse(reply.status, response.headers, response.text), detail);
  }
}
