import type { CredentialsOf, HostedEspType, RegistrableEspType, WebhookSettingsOf } from '@postrider/contracts';
import { z } from 'zod';
import type { OutgoingMessage } from '../../mail/outgoing-message.js';
import type { ConnectionCheck, DeliveryOutcome, EspDriver, MessageToSend } from '../driver.js';
import { accountFailure, dropped, presentable, presentableCheck, tryAgain } from '../outcome.js';
import { exchange, ExchangeFailed, type ProviderAnswer, type ProviderRequest } from './exchange.js';

/** The cheapest request to a provider that shows whether it takes the credentials, and changes nothing. */
export interface Probe {
  readonly request: ProviderRequest;
  /** What is asked for, in a sentence. */
  readonly tried: string;
  /** Where the status does not say it all: what an answer means, in words. */
  readonly judge?: ((answer: ProviderAnswer) => Pick<ConnectionCheck, 'outcome' | 'answer'> | undefined) | undefined;
}

/** What one provider's HTTP API wants and means. */
export interface HostedProvider {
  /** Of the credentials, in every form in which an answer could repeat them. */
  readonly secrets: readonly string[];
  /** Why this account cannot work whatever is sent, if so. */
  readonly unusable?: string | undefined;
  /** Absent where the provider has no such request. */
  probe?(): Probe | Promise<Probe>;
  /** @throws UnsendableMessage */
  prepare(message: OutgoingMessage): Promise<ProviderRequest>;
  judge(answer: ProviderAnswer, message: OutgoingMessage): DeliveryOutcome;
}

/** What the driver of a hosted provider gets from the operator's configuration and the account's settings. */
export interface HostedOptions {
  readonly baseUrl: string;
  /** Leaves opens and clicks to the provider's own settings instead of switching them off. */
  readonly providerTracking: boolean;
  readonly configurationSet?: string | undefined;
}

/** Where the provider has the account; undefined is its default. */
export type Region = 'us' | 'eu' | undefined;

/**
 * Registers `url` for reports of events, or updates the webhook that has it. Returns what verifies the reports. The signal is for all
 * requests together.
 */
export type Register<Type extends RegistrableEspType> = (
  url: string,
  signal: AbortSignal,
  known: WebhookSettingsOf<Type> | undefined,
) => Promise<WebhookSettingsOf<Type>>;

/** The provider of a kind, with what its row in `espKinds` promises. */
export type ProviderOf<Type extends HostedEspType> = HostedProvider &
  (Type extends RegistrableEspType ? { readonly registerWebhook: Register<Type> } : unknown);

export interface ProviderClass<Type extends HostedEspType> {
  new (credentials: CredentialsOf<Type>, options: HostedOptions): ProviderOf<Type>;
  /** The provider's own address. */
  baseUrl(region: Region, credentials: CredentialsOf<Type>): string;
}

/** Whether the provider's own settings decide about opens and clicks: not where they come by us, or they would count twice. */
export const providerTracks = ({ providerTracking }: HostedOptions, { tracked }: OutgoingMessage): boolean =>
  providerTracking && tracked !== true;

/** Mail by a provider's HTTP API: one request per message. */
export class HostedDriver implements EspDriver {
  constructor(private readonly provider: HostedProvider) {}

  /** @throws UnsendableMessage */
  async send(message: MessageToSend, signal: AbortSignal): Promise<DeliveryOutcome> {
    const { provider } = this;
    if (!isInMemory(message)) throw new Error('A provider that is asked by HTTP was given a stream');
    if (provider.unusable !== undefined) return accountFailure(provider.unusable);
    const request = await provider.prepare(message);
    const outcome = await exchange(request, signal).then(
      (answer) => provider.judge(answer, message),
      outcomeWithoutAnswer,
    );
    return presentable(outcome, provider.secrets);
  }

  async check(signal: AbortSignal): Promise<ConnectionCheck> {
    const { provider } = this;
    if (provider.unusable !== undefined) return { outcome: 'fails', tried: nothingAsked, answer: provider.unusable };
    if (!provider.probe)
      return { outcome: 'unknown', tried: nothingAsked, answer: 'This provider has no request that tries credentials' };
    const { request, tried, judge } = await provider.probe();
    const said = await exchange(request, signal).then(
      (answer) => judge?.(answer) ?? checkedByStatus(answer),
      checkWithoutAnswer,
    );
    return presentableCheck({ tried, ...said }, provider.secrets);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

const nothingAsked = 'Nothing was asked of the provider';

/** Their APIs want the files in one JSON document or form, most of them in base64. */
const isInMemory = (message: MessageToSend): message is OutgoingMessage =>
  message.attachments.every(({ content }) => Buffer.isBuffer(content));

function outcomeWithoutAnswer(error: unknown): DeliveryOutcome {
  if (!(error instanceof ExchangeFailed)) throw error;
  const { reason, code, message } = error;
  switch (reason) {
    case 'unsendable':
      return accountFailure(`The credentials cannot be sent: ${message}`);
    case 'untrusted':
      return accountFailure(`TLS: ${message}`, { code });
    case 'unreached':
      return tryAgain(`Provider not reached: ${message}`, { code, outage: true });
    case 'unanswered':
      return tryAgain(`No answer after the message was handed over (${message})`, {
        code,
        unknown: true,
        outage: true,
      });
  }
}

/** `Retry-After` as seconds or as a date (RFC 9110 section 10.2.3). */
export function retryAfter({ headers }: ProviderAnswer): Date | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const at = /^\d+$/.test(value) ? Date.now() + Number(value) * 1000 : Date.parse(value);
  return Number.isNaN(at) ? undefined : new Date(at);
}

/** The status with the provider's own words, or with the body when they are not where they should be. */
export const detailOf = ({ status, text }: ProviderAnswer, words?: string): string =>
  `${status} ${words ?? (text || '(empty)')}`;

/**
 * What a status means when the provider says nothing more special with it. A success that is not in the provider's own words may
 * come from anything in between, so that nobody knows what became of the message.
 */
export function outcomeByStatus(answer: ProviderAnswer, words?: string): DeliveryOutcome {
  const { status } = answer;
  const detail = detailOf(answer, words);
  const code = String(status);
  if (status < 300) return tryAgain(`Not the provider's answer: ${detail}`, { code, unknown: true });
  if (status < 400) return accountFailure(`The provider's address is wrong: ${detail}`, { code });
  if (status === 408 || status === 425 || status === 429)
    return tryAgain(detail, { code, retryAt: retryAfter(answer) });
  if (status >= 500)
    return tryAgain(detail, {
      code,
      retryAt: retryAfter(answer),
      unknown: status === 502 || status === 504,
      outage: true,
    });
  if ([401, 402, 403, 404, 405, 406, 407, 415, 451].includes(status))
    return accountFailure(detail, { code, retryAt: retryAfter(answer) });
  return dropped(detail, code);
}

const wordsOf = z.union([
  z.object({ errors: z.array(z.object({ message: z.string() })).min(1) }).transform(({ errors }) => errors[0]!.message),
  z.object({ name: z.string(), message: z.string() }).transform(({ name, message }) => `${name}: ${message}`),
  z.object({ message: z.string() }).transform(({ message }) => message),
  z.object({ Message: z.string() }).transform(({ Message }) => Message),
  z.object({ ErrorMessage: z.string() }).transform(({ ErrorMessage }) => ErrorMessage),
]);

/** What a status says of credentials: only a success in the provider's own form is one. */
function checkedByStatus(answer: ProviderAnswer): Pick<ConnectionCheck, 'outcome' | 'answer'> {
  const { status } = answer;
  if (status < 300 && answer.read(z.record(z.string(), z.unknown())))
    return { outcome: 'works', answer: `${status}: the provider takes the credentials` };
  const words = detailOf(answer, answer.read(wordsOf));
  if (status < 300) return { outcome: 'fails', answer: `Not the provider's answer: ${words}` };
  return { outcome: status === 408 || status === 425 || status === 429 ? 'unknown' : 'fails', answer: words };
}

function checkWithoutAnswer(error: unknown): Pick<ConnectionCheck, 'outcome' | 'answer'> {
  if (!(error instanceof ExchangeFailed)) throw error;
  const { reason, message, code } = error;
  const words: Record<ExchangeFailed['reason'], string> = {
    unsendable: `The credentials cannot be sent: ${message}`,
    untrusted: `TLS: ${message}`,
    unreached: `Provider not reached: ${code ?? message}`,
    unanswered: `The provider did not answer (${message})`,
  };
  return { outcome: 'fails', answer: words[reason] };
}

/** Where a provider knows who asks and does not let him: keys that may do nothing but send are refused here too. */
export const refusedToAsk =
  (status: number, what: string) =>
  (answer: ProviderAnswer): Pick<ConnectionCheck, 'outcome' | 'answer'> | undefined =>
    answer.status === status
      ? {
          outcome: 'unknown',
          answer: `${detailOf(answer, answer.read(wordsOf))}. ${what}; whether it may send shows with the first mail`,
        }
      : undefined;
