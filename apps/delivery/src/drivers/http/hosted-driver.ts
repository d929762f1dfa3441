import type { CredentialsOf, HostedEspType, RegistrableEspType, WebhookSettingsOf } from '@postrider/contracts';
import { z } from 'zod';
import type { OutgoingMessage } from '../../mail/outgoing-message.js';
import type { ConnectionCheck, DeliveryOutcome, EspDriver, MessageToSend } from '../driver.js';
import { accountFailure, dropped, presentable, presentableCheck, tryAgain } from '../outcome.js';
import {
  exchange,
  ExchangeFailed,
  describeNetworkError,
  type ProviderResponse,
  type ProviderRequest,
} from './exchange.js';

/** The cheapest request that shows whether a provider accepts the credentials, without changing anything. */
export interface Probe {
  readonly request: ProviderRequest;
  /** What is tested, in a sentence. */
  readonly tried: string;
  /** Interprets a response whose status alone is not enough. */
  readonly interpret?:
    | ((response: ProviderResponse) => Pick<ConnectionCheck, 'outcome' | 'answer'> | undefined)
    | undefined;
}

/** Requests and responses of one provider's HTTP API. */
export interface HostedProvider {
  /** Secrets of the credentials, in every form in which a response could repeat them. */
  readonly secrets: readonly string[];
  /** Why this account cannot send any email, if so. */
  readonly unusable?: string | undefined;
  /** See `EspDriver`. */
  readonly takesMime?: boolean | undefined;
  /** Absent if the provider has no such request. */
  probe?(): Probe | Promise<Probe>;
  /** @throws UnsendableMessage */
  prepare(message: OutgoingMessage): Promise<ProviderRequest>;
  classify(response: ProviderResponse, message: OutgoingMessage): DeliveryOutcome;
}

/** Options of a hosted provider's driver, from the operator's configuration and the account's settings. */
export interface HostedOptions {
  readonly baseUrl: string;
  /** Leaves open and click tracking to the provider's settings instead of disabling it. */
  readonly providerTracking: boolean;
  readonly configurationSet?: string | undefined;
}

/** The provider's region of the account; undefined is its default. */
export type Region = 'us' | 'eu' | undefined;

/**
 * Registers `url` as webhook, or updates the webhook with this URL. Returns what verifies the reports. `signal` bounds
 * all requests together.
 */
export type Register<Type extends RegistrableEspType> = (
  url: string,
  signal: AbortSignal,
  known: WebhookSettingsOf<Type> | undefined,
) => Promise<WebhookSettingsOf<Type>>;

/** The provider of a kind, with the methods that its row in `espKinds` promises. */
export type ProviderOf<Type extends HostedEspType> = HostedProvider &
  (Type extends RegistrableEspType ? { readonly registerWebhook: Register<Type> } : unknown);

export interface ProviderClass<Type extends HostedEspType> {
  new (credentials: CredentialsOf<Type>, options: HostedOptions): ProviderOf<Type>;
  /** The provider's own address. */
  baseUrl(region: Region, credentials: CredentialsOf<Type>): string;
}

/** Whether the provider's tracking settings apply. Not for email that Postrider tracks, to avoid double counts. */
export const providerTracks = ({ providerTracking }: HostedOptions, { tracked }: OutgoingMessage): boolean =>
  providerTracking && tracked !== true;

/** Sends through a provider's HTTP API: one request per message. */
export class HostedDriver implements EspDriver {
  constructor(private readonly provider: HostedProvider) {}

  get takesMime(): boolean | undefined {
    return this.provider.takesMime;
  }

  /** @throws UnsendableMessage */
  async send(message: MessageToSend, signal: AbortSignal): Promise<DeliveryOutcome> {
    const { provider } = this;
    if (!isInMemory(message)) throw new Error('HTTP drivers do not support attachment streams');
    if (provider.unusable !== undefined) return accountFailure(provider.unusable);
    const request = await provider.prepare(message);
    const outcome = await exchange(request, signal).then(
      (response) => provider.classify(response, message),
      outcomeWithoutResponse,
    );
    return presentable(outcome, provider.secrets);
  }

  async check(signal: AbortSignal): Promise<ConnectionCheck> {
    const { provider } = this;
    if (provider.unusable !== undefined) return { outcome: 'fails', tried: noRequest, answer: provider.unusable };
    if (!provider.probe)
      return { outcome: 'unknown', tried: noRequest, answer: 'This provider has no request that tests credentials' };
    const { request, tried, interpret } = await provider.probe();
    const result = await exchange(request, signal).then(
      (response) => interpret?.(response) ?? checkedByStatus(response),
      checkWithoutResponse,
    );
    return presentableCheck({ tried, ...result }, provider.secrets);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

const noRequest = 'No request was made to the provider';

/** HTTP APIs take the files in one JSON document or form, mostly in base64. */
const isInMemory = (message: MessageToSend): message is OutgoingMessage =>
  message.attachments.every(({ content }) => Buffer.isBuffer(content));

function outcomeWithoutResponse(error: unknown): DeliveryOutcome {
  if (!(error instanceof ExchangeFailed)) throw error;
  const { reason, code, message } = error;
  switch (reason) {
    case 'invalid_request':
      return accountFailure(`The credentials cannot be sent: ${message}`);
    case 'untrusted':
      return accountFailure(`TLS: ${message}`, { code });
    case 'not_sent':
      return tryAgain(`Provider not reached: ${describeNetworkError(error)}`, { code, outage: true });
    case 'outcome_unknown':
      return tryAgain(`No answer after the message was handed over (${message})`, {
        code,
        unknown: true,
        outage: true,
      });
  }
}

/** `Retry-After` as seconds or as a date (RFC 9110 section 10.2.3). */
export function retryAfter({ headers }: ProviderResponse): Date | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const at = /^\d+$/.test(value) ? Date.now() + Number(value) * 1000 : Date.parse(value);
  return Number.isNaN(at) ? undefined : new Date(at);
}

/** The status with the provider's message, or with the body when the message is missing. */
export const formatDetail = ({ status, text }: ProviderResponse, words?: string): string =>
  `${status} ${words ?? (text || '(empty)')}`;

/**
 * The meaning of a status when the provider's response is not more specific. A success that is not in the provider's
 * format may come from a proxy, so the outcome is unknown.
 */
export function outcomeByStatus(response: ProviderResponse, words?: string): DeliveryOutcome {
  const { status } = response;
  const detail = formatDetail(response, words);
  const code = String(status);
  if (status < 300) return tryAgain(`Not the provider's answer: ${detail}`, { code, unknown: true });
  if (status < 400) return accountFailure(`The provider's address is wrong: ${detail}`, { code });
  if (status === 408 || status === 425 || status === 429)
    return tryAgain(detail, { code, retryAt: retryAfter(response) });
  if (status >= 500)
    return tryAgain(detail, {
      code,
      retryAt: retryAfter(response),
      unknown: status === 502 || status === 504,
      outage: true,
    });
  if ([401, 402, 403, 404, 405, 406, 407, 415, 451].includes(status))
    return accountFailure(detail, { code, retryAt: retryAfter(response) });
  return dropped(detail, code);
}

const errorSchema = z.union([
  z.object({ errors: z.array(z.object({ message: z.string() })).min(1) }).transform(({ errors }) => errors[0]!.message),
  z.object({ name: z.string(), message: z.string() }).transform(({ name, message }) => `${name}: ${message}`),
  z.object({ message: z.string() }).transform(({ message }) => message),
  z.object({ Message: z.string() }).transform(({ Message }) => Message),
  z.object({ ErrorMessage: z.string() }).transform(({ ErrorMessage }) => ErrorMessage),
]);

/** Classifies credentials by the status; a success counts only in the provider's own format. */
function checkedByStatus(response: ProviderResponse): Pick<ConnectionCheck, 'outcome' | 'answer'> {
  const { status } = response;
  if (status < 300 && response.read(z.record(z.string(), z.unknown())))
    return { outcome: 'works', answer: `${status}: the provider accepts the credentials` };
  const detail = formatDetail(response, response.read(errorSchema));
  if (status < 300) return { outcome: 'fails', answer: `Not the provider's answer: ${detail}` };
  return { outcome: status === 408 || status === 425 || status === 429 ? 'unknown' : 'fails', answer: detail };
}

function checkWithoutResponse(error: unknown): Pick<ConnectionCheck, 'outcome' | 'answer'> {
  if (!(error instanceof ExchangeFailed)) throw error;
  const { reason, message } = error;
  const messageByReason: Record<ExchangeFailed['reason'], string> = {
    invalid_request: `The credentials cannot be sent: ${message}`,
    untrusted: `TLS: ${message}`,
    not_sent: `Provider not reached: ${describeNetworkError(error)}`,
    outcome_unknown: `The provider did not respond (${message})`,
  };
  return { outcome: 'fails', answer: messageByReason[reason] };
}

/** For a status that means authenticated but not permitted: keys that may only send get it here, too. */
export const notPermitted =
  (status: number, what: string) =>
  (response: ProviderResponse): Pick<ConnectionCheck, 'outcome' | 'answer'> | undefined =>
    response.status === status
      ? {
          outcome: 'unknown',
          answer: `${formatDetail(response, response.read(errorSchema))}. ${what}; the first email shows whether it may send`,
        }
      : undefined;
