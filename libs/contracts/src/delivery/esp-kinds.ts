/**
 * The differences between the kinds of ESP account, one row each, in the order of docs/providers.md#provider-types. It
 * has no imports, so the dashboard uses it too, as `@postrider/esp-kinds`.
 */

/** A field of credentials or of `webhook`: one line of text unless `is` sets another type. */
export interface EspField {
  /** In English; the dashboard translates it. */
  readonly label: string;
  readonly is?: 'password' | 'port' | 'boolean';
  readonly mayBeEmpty?: true;
  /** The initial value in forms. */
  readonly initial?: string;
  /** In characters; 1,024 by default. */
  readonly max?: number;
  readonly pattern?: RegExp;
  /** The error for a text that does not match the pattern. */
  readonly patternError?: string;
}
export type EspFields = Readonly<Record<string, EspField>>;

/** The extension fields of an ESP account that only some kinds have. */
export type EspOption = 'region' | 'configuration_set' | 'implicit_tls' | 'bounces' | 'tracking';

export interface EspKind {
  /** The provider's name in the API; also accepted as `esp_type`. */
  readonly slug: string;
  /** The display name. */
  readonly provider: string;
  readonly credentials: EspFields;
  /** Sends over SMTP to a host that the account names; otherwise over the provider's HTTP API. */
  readonly usesHost?: true;
  readonly options: readonly EspOption[];
  /** For a provider that reports events: the secrets that verify reports, and how the provider gets the webhook URL. */
  readonly webhook?: {
    readonly verifiedBy: EspFields;
    readonly setup: 'api' | { readonly short: string; readonly long: string };
  };
  /** The provider no longer exists: existing accounts stay, forms offer no new ones. */
  readonly discontinued?: true;
}

const apiKey = { label: 'API key', is: 'password' } as const;
const name = {
  max: 253,
  pattern: /^[A-Za-z0-9.-]+$/,
  patternError: 'must hold only letters, digits, dots and hyphens',
} as const;
const signingKey = { signing_key: { label: 'Signing key', is: 'password' } } as const;
const basicAuthentication = {
  username: {
    label: 'Webhook username',
    max: 255,
    pattern: /^[^:\x00-\x1f\x7f]*$/,
    patternError: 'must hold no colon and no control characters',
  },
  password: {
    label: 'Webhook password',
    is: 'password',
    max: 255,
    pattern: /^[^\x00-\x1f\x7f]*$/,
    patternError: 'must hold no control characters',
  },
} as const;

export const espKinds = {
  esp_kind_1: {
    slug: 'sendgrid',
    provider: 'Twilio SendGrid',
    credentials: { username: { label: 'Username', initial: 'apikey' }, password: apiKey },
    options: ['region', 'tracking'],
    webhook: {
      verifiedBy: {
        public_key: {
          label: 'Verification key',
          max: 124,
          pattern: /^MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE[A-Za-z0-9+/]{86}==$/,
          patternError: 'must be the public key that SendGrid shows for the webhook',
        },
      },
      setup: 'api',
    },
  },
  esp_kind_2: {
    slug: 'mailgun',
    provider: 'Mailgun',
    credentials: { api_key: apiKey, domain: { label: 'Domain', ...name } },
    options: ['region', 'tracking'],
    webhook: { verifiedBy: signingKey, setup: 'api' },
  },
  esp_kind_3: {
    slug: 'mandrill',
    provider: 'Mailchimp Transactional (Mandrill)',
    credentials: { api_key: apiKey },
    options: ['tracking'],
    webhook: { verifiedBy: signingKey, setup: 'api' },
  },
  esp_kind_4: {
    slug: 'postmark',
    provider: 'Postmark',
    credentials: { api_key: { label: 'Server token', is: 'password' } },
    options: ['tracking'],
    webhook: { verifiedBy: basicAuthentication, setup: 'api' },
  },
  esp_kind_5: {
    slug: 'ses',
    provider: 'Amazon SES',
    credentials: {
      access_key_id: { label: 'Access key ID' },
      secret_access_key: { label: 'Secret access key', is: 'password' },
      region: { label: 'AWS region', initial: 'eu-west-1', ...name },
    },
    options: ['configuration_set', 'tracking'],
    webhook: {
      verifiedBy: {
        topic_arn: {
          label: 'SNS topic ARN',
          max: 400,
          pattern: /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[A-Za-z0-9_-]{1,256}$/,
          patternError: 'must be the ARN of an SNS topic',
        },
      },
      // The permissions of a sender do not include SNS.
      setup: {
        short: 'subscribe an SNS topic',
        long: 'Subscribe an SNS topic to this URL over HTTPS, and add the topic as an event destination of the configuration set.',
      },
    },
  },
  esp_kind_6: {
    slug: 'mailjet',
    provider: 'Mailjet',
    credentials: { api_key: apiKey, secret_key: { label: 'Secret key', is: 'password' } },
    options: ['tracking'],
    webhook: { verifiedBy: basicAuthentication, setup: 'api' },
  },
  esp_kind_7: {
    slug: 'dyn',
    provider: 'Dyn Email Delivery',
    credentials: { api_key: apiKey },
    options: ['tracking'],
    discontinued: true,
  },
  esp_kind_8: {
    slug: 'sparkpost',
    provider: 'SparkPost',
    credentials: { api_key: apiKey },
    options: ['region', 'tracking'],
    webhook: { verifiedBy: basicAuthentication, setup: 'api' },
  },
  smtp: {
    slug: 'smtp',
    provider: 'SMTP server',
    credentials: {
      // Letters of any script are allowed; whether the host may be used is checked when email is sent.
      host: {
        label: 'Host',
        max: 253,
        pattern: /^[\p{L}\p{N}\p{M}._:-]+$/u,
        patternError: 'must be a host name or an IP address',
      },
      port: { label: 'Port', is: 'port', initial: '587' },
      username: { label: 'Username', mayBeEmpty: true },
      password: { label: 'Password', is: 'password', mayBeEmpty: true },
      use_tls: { label: 'Use TLS', is: 'boolean', initial: 'true' },
    },
    usesHost: true,
    options: ['implicit_tls', 'bounces'],
  },
} as const satisfies Readonly<Record<string, EspKind>>;

type Kinds = typeof espKinds;
export type EspType = keyof Kinds;
export const espTypes = Object.keys(espKinds) as EspType[];
export const providerSlugs = espTypes.map((type) => espKinds[type].slug);
/** The type for a provider's name: `esp_kind_1` for `sendgrid`. */
export const espTypeNamed = (slug: unknown): EspType | undefined =>
  espTypes.find((type) => espKinds[type].slug === slug);
export const getEspKind = (type: EspType): EspKind => espKinds[type];

/** The types whose row has a property. */
type EspTypeWith<Property> = { [Type in EspType]: Kinds[Type] extends Property ? Type : never }[EspType];
export type MailServerEspType = EspTypeWith<{ usesHost: true }>;
export type HostedEspType = Exclude<EspType, MailServerEspType>;
export type ReportingEspType = EspTypeWith<{ webhook: object }>;
export type RegistrableEspType = EspTypeWith<{ webhook: { setup: 'api' } }>;

export const isHosted = (type: EspType): type is HostedEspType => getEspKind(type).usesHost !== true;
export const isReporting = (type: EspType): type is ReportingEspType => getEspKind(type).webhook !== undefined;
export const isRegistrable = (type: EspType): type is RegistrableEspType => getEspKind(type).webhook?.setup === 'api';

type ValuesOf<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends { is: 'port' }
    ? number
    : Fields[Name] extends { is: 'boolean' }
      ? boolean
      : string;
};
export type CredentialsOf<Type extends EspType> = ValuesOf<Kinds[Type]['credentials']>;
export type WebhookSettingsOf<Type extends ReportingEspType> = ValuesOf<Kinds[Type]['webhook']['verifiedBy']>;
