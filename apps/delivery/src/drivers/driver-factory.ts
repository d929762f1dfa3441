import type { CredentialsOf, EspType, HostedEspType, MailServerEspType } from '@postrider/contracts';
import { isHosted } from '@postrider/contracts';
import { UnsendableMessage } from '../mime/addresses.js';
import type { EspDriver } from './driver.js';
import { EgressGuard } from './egress-guard.js';
import type { ProviderClass, ProviderOf, Region } from './http/hosted-driver.js';
import { HostedDriver } from './http/hosted-driver.js';
import { SendGrid } from './http/kind-1-sendgrid.js';
import { Mailgun } from './http/kind-2-mailgun.js';
import { Mandrill } from './http/kind-3-mandrill.js';
import { Postmark } from './http/kind-4-postmark.js';
import { Ses } from './http/kind-5-ses.js';
import { Mailjet } from './http/kind-6-mailjet.js';
import { Dyn } from './http/kind-7-dyn.js';
import { SparkPost } from './http/kind-8-sparkpost.js';
import { dropped } from './outcome.js';
import type { IdleConnections } from './smtp/smtp-pool.js';
import { SmtpDriver } from './smtp/smtp-driver.js';

/** Settings of an account besides its credentials. */
export interface EspSettings {
  /** kind_5: the configuration set whose event destinations report delivery events. */
  readonly configurationSet?: string | undefined;
  /** kind_1, kind_2, kind_8: the provider's data centre, where its European one has another address. */
  readonly region?: Region;
  /** smtp: TLS from the first byte on ports other than 465, too. */
  readonly implicitTls?: boolean | undefined;
  /** smtp: whether emails get a return path of Postrider. */
  readonly bounces?: boolean | undefined;
  /**
   * Hosted kinds: `provider` enables the provider's own open and click tracking; off by default to avoid double counts.
   */
  readonly tracking?: { readonly provider: boolean } | undefined;
}

export interface EspAccountOf<Type extends EspType> {
  readonly id: string;
  /** Absent for the operator's built-in account. */
  readonly accountId?: string | undefined;
  readonly type: Type;
  readonly credentials: CredentialsOf<Type>;
  readonly settings?: EspSettings | undefined;
  /** Return path for the email of a log; absent: the sender's address. */
  readonly returnPath?: ((logId: string) => string) | undefined;
  /** The operator's built-in account: it may use any network and port, and log in without TLS. */
  readonly trusted?: boolean | undefined;
}
export type DriverEspAccount = { [Type in EspType]: EspAccountOf<Type> }[EspType];
type HostedAccount = Extract<DriverEspAccount, { type: HostedEspType }>;

/** Operator configuration, never set by an API caller. */
export interface DriverOptions {
  /** Our name in EHLO. */
  readonly ehloName: string;
  /** Override the providers' addresses; required for kind_7, which has none any more. */
  readonly baseUrls?: Partial<Record<HostedEspType, string>> | undefined;
  /** Private networks (CIDR) that smtp accounts may use. */
  readonly smtpAllowedNetworks?: readonly string[] | undefined;
  /** Ports that smtp accounts may use besides 25, 465, 587 and 2525. */
  readonly smtpAllowedPorts?: readonly number[] | undefined;
  readonly smtpAllowPlainAuth?: boolean | undefined;
  /** Authority (PEM) trusted besides the public ones. */
  readonly smtpCa?: string | undefined;
  readonly smtpInsecureTls?: boolean | undefined;
  /** Connections per smtp account. */
  readonly smtpConnections?: number | undefined;
  /** Limits the idle connections of all smtp accounts together. */
  readonly smtpIdleConnections?: IdleConnections | undefined;
}

const anyNetwork = ['0.0.0.0/0', '::/0'];

/** Add the class of a new HTTP kind here. */
const providers: { readonly [Type in HostedEspType]: ProviderClass<Type> } = {
  esp_kind_1: SendGrid,
  esp_kind_2: Mailgun,
  esp_kind_3: Mandrill,
  esp_kind_4: Postmark,
  esp_kind_5: Ses,
  esp_kind_6: Mailjet,
  esp_kind_7: Dyn,
  esp_kind_8: SparkPost,
};

export function createDriver(account: DriverEspAccount, options: DriverOptions): EspDriver {
  return dropUnsendable(
    isHostedAccount(account)
      ? new HostedDriver(createProvider(account, options.baseUrls))
      : smtpDriver(account, options),
  );
}

const isHostedAccount = (account: DriverEspAccount): account is HostedAccount => isHosted(account.type);

export function createProvider<Type extends HostedEspType>(
  { type, credentials, settings }: Pick<EspAccountOf<Type>, 'type' | 'credentials' | 'settings'>,
  baseUrls: DriverOptions['baseUrls'],
): ProviderOf<Type> {
  const Provider: ProviderClass<Type> = providers[type];
  return new Provider(credentials, {
    baseUrl: (baseUrls?.[type] ?? Provider.baseUrl(settings?.region, credentials)).replace(/(?<!\/)\/+$/, ''),
    providerTracking: settings?.tracking?.provider === true,
    configurationSet: settings?.configurationSet,
  });
}

function smtpDriver(
  { accountId, credentials, settings, trusted, returnPath }: EspAccountOf<MailServerEspType>,
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

/** A message that cannot be composed fails with every provider, so it is dropped without retries. */
function dropUnsendable(driver: EspDriver): EspDriver {
  return {
    streams: driver.streams,
    takesMime: driver.takesMime,
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
