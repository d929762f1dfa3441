import type { CredentialsOf, EspType } from '@postrider/contracts';
import { UnsendableMessage } from '../mime/addresses.js';
import type { EspDriver } from './driver.js';
import { EgressGuard } from './egress-guard.js';
import { HostedDriver, type HostedOptions } from './http/hosted-driver.js';
import { SendGrid } from './http/kind-1-sendgrid.js';
import { Mailgun } from './http/kind-2-mailgun.js';
import { Mandrill } from './http/kind-3-mandrill.js';
import { Postmark } from './http/kind-4-postmark.js';
import { Ses } from './http/kind-5-ses.js';
import { Mailjet } from './http/kind-6-mailjet.js';
import { Dyn } from './http/kind-7-dyn.js';
import { SparkPost } from './http/kind-8-sparkpost.js';
import { dropped } from './outcome.js';
import type { IdleConnections } from './smtp/idle-connections.js';
import { SmtpDriver } from './smtp/smtp-driver.js';

export type HostedEspType = Exclude<EspType, 'smtp'>;

/** What an account may say beyond its credentials. */
export interface EspSettings {
  /** kind_5: the configuration set whose event destinations report what becomes of the mail. */
  readonly configurationSet?: string | undefined;
  /** kind_1, kind_2, kind_8: the provider's data centre, where its European one has another address. */
  readonly region?: 'us' | 'eu' | undefined;
  /** smtp: TLS from the first byte also on another port than 465. */
  readonly implicitTls?: boolean | undefined;
  /** smtp: whether the return path of mails is ours. */
  readonly bounces?: boolean | undefined;
  /** Hosted kinds: `provider` leaves opens and clicks to the provider's own tracking; off by default, since our own would count them twice. */
  readonly tracking?: { readonly provider: boolean } | undefined;
}

export type DriverEspAccount = {
  [Type in EspType]: {
    readonly id: string;
    /** Absent: the operator's own. */
    readonly accountId?: string | undefined;
    readonly type: Type;
    readonly credentials: CredentialsOf<Type>;
    readonly settings?: EspSettings | undefined;
    /** The return path of the mail of a log; absent: that of its sender. */
    readonly returnPath?: ((logId: string) => string) | undefined;
    /** The operator's own: it may lead into any network, on any port, and log in without TLS. */
    readonly trusted?: boolean | undefined;
  };
}[EspType];

/** Operator configuration: none of it ever comes from an API caller. */
export interface DriverOptions {
  /** Our name in EHLO. */
  readonly ehloName: string;
  /** In place of the providers' own addresses; needed for kind_7, which has none any more. */
  readonly baseUrls?: Partial<Record<HostedEspType, string>> | undefined;
  /** Private networks (CIDR) that smtp accounts may name. */
  readonly smtpAllowedNetworks?: readonly string[] | undefined;
  /** Ports that smtp accounts may name besides 25, 465, 587 and 2525. */
  readonly smtpAllowedPorts?: readonly number[] | undefined;
  readonly smtpAllowPlainAuth?: boolean | undefined;
  /** Authority (PEM) trusted besides the public ones. */
  readonly smtpCa?: string | undefined;
  readonly smtpInsecureTls?: boolean | undefined;
  /** Connections per smtp account. */
  readonly smtpConnections?: number | undefined;
  /** What bounds the idle ones of all smtp accounts together. */
  readonly smtpIdleConnections?: IdleConnections | undefined;
}

const anyNetwork = ['0.0.0.0/0', '::/0'];

export function createDriver(account: DriverEspAccount, options: DriverOptions): EspDriver {
  return refusingUnsendable(driverOf(account, options));
}

function driverOf(account: DriverEspAccount, options: DriverOptions): EspDriver {
  if (account.type === 'smtp') return smtpDriver(account, options);
  const hosted: HostedOptions = {
    baseUrl: (options.baseUrls?.[account.type] ?? defaultBaseUrl(account)).replace(/(?<!\/)\/+$/, ''),
    providerTracking: account.settings?.tracking?.provider === true,
  };
  switch (account.type) {
    case 'esp_kind_1':
      return new HostedDriver(new SendGrid(account.credentials, hosted));
    case 'esp_kind_2':
      return new HostedDriver(new Mailgun(account.credentials, hosted));
    case 'esp_kind_3':
      return new HostedDriver(new Mandrill(account.credentials, hosted));
    case 'esp_kind_4':
      return new HostedDriver(new Postmark(account.credentials, hosted));
    case 'esp_kind_5':
      return new HostedDriver(new Ses(account.credentials, hosted, account.settings?.configurationSet));
    case 'esp_kind_6':
      return new HostedDriver(new Mailjet(account.credentials, hosted));
    case 'esp_kind_7':
      return new HostedDriver(new Dyn(account.credentials, hosted));
    case 'esp_kind_8':
      return new HostedDriver(new SparkPost(account.credentials, hosted));
  }
}

/** The providers' own addresses; none for kind_7, which is gone. */
export function defaultBaseUrl({ type, credentials, settings }: Exclude<DriverEspAccount, { type: 'smtp' }>): string {
  const eu = settings?.region === 'eu';
  switch (type) {
    case 'esp_kind_1':
      return eu ? 'https://api.eu.sendgrid.com' : 'https://api.sendgrid.com';
    case 'esp_kind_2':
      return eu ? 'https://api.eu.mailgun.net' : 'https://api.mailgun.net';
    case 'esp_kind_3':
      return 'https://mandrillapp.com';
    case 'esp_kind_4':
      return 'https://api.postmarkapp.com';
    case 'esp_kind_5':
      return `https://email.${credentials.region}.amazonaws.com${credentials.region.startsWith('cn-') ? '.cn' : ''}`;
    case 'esp_kind_6':
      return 'https://api.mailjet.com';
    case 'esp_kind_7':
      return '';
    case 'esp_kind_8':
      return eu ? 'https://api.eu.sparkpost.com' : 'https://api.sparkpost.com';
  }
}

function smtpDriver(
  { accountId, credentials, settings, trusted, returnPath }: Extract<DriverEspAccount, { type: 'smtp' }>,
  options: DriverOptions,
): SmtpDriver {
  const guard = new EgressGuard(
    trusted
      ? { allowedNetworks: anyNetwork, allowedPorts: [credentials.port] }
      : { allowedNetworks: options.smtpAllowedNetworks, allowedPorts: options.smtpAllowedPorts, accountId },
  );
  return new SmtpDriver(credentials, guard, {
    ehloName: options.ehloName,
    implicitTls: settings?.implicitTls ?? credentials.port === 465,
    allowPlainAuth: trusted === true || options.smtpAllowPlainAuth === true,
    ca: options.smtpCa,
    insecureTls: options.smtpInsecureTls,
    pool: options.smtpConnections === undefined ? {} : { maxConnections: options.smtpConnections },
    idleConnections: options.smtpIdleConnections,
    returnPath,
  });
}

/** What is wrong with the message itself is the same for every provider: it never will be sent. */
function refusingUnsendable(driver: EspDriver): EspDriver {
  return {
    streams: driver.streams,
    send: async (message, signal) => {
      try {
        return await driver.send(message, signal);
      } catch (error) {
        if (error instanceof UnsendableMessage) return dropped(error.message);
        throw error;
      }
    },
    check: (signal) => driver.check(signal),
    close: () => driver.close(),
  };
}
