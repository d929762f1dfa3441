import { t } from '../../i18n/texts.js';
import type { EspAccount } from './queries.js';

export type Kind = EspAccount['esp_type'];
/** A field of a form, as a provider calls it. */
export type KindField = {
  readonly name: string;
  readonly label: string;
  readonly type?: 'password' | 'number' | 'boolean';
  readonly optional?: true;
  readonly value?: string;
};
type Facts = {
  readonly provider: string;
  readonly credentials: readonly KindField[];
  /** What reports of the provider are verified by; none where it reports nothing. */
  readonly webhook?: readonly KindField[];
  readonly hasRegion?: true;
};

const apiKey = (): KindField => ({ name: 'api_key', label: t('API key'), type: 'password' });
const signingKey = (): KindField => ({ name: 'signing_key', label: t('Signing key'), type: 'password' });
const basic = (): readonly KindField[] => [
  { name: 'username', label: t('User name of reports') },
  { name: 'password', label: t('Password of reports'), type: 'password' },
];

/** What each type is made of (docs/esp-accounts.md#the-nine-types). */
export const kinds = (): Readonly<Record<Kind, Facts>> => ({
  smtp: {
    provider: t('Any mail server (SMTP)'),
    credentials: [
      { name: 'host', label: t('Host') },
      { name: 'port', label: t('Port'), type: 'number', value: '587' },
      { name: 'username', label: t('User name'), optional: true },
      { name: 'password', label: t('Password'), type: 'password', optional: true },
      { name: 'use_tls', label: t('Encrypt the connection (TLS)'), type: 'boolean', value: 'true' },
    ],
  },
  esp_kind_1: {
    provider: 'Twilio SendGrid',
    credentials: [
      { name: 'username', label: t('User name'), value: 'apikey' },
      { name: 'password', label: t('API key'), type: 'password' },
    ],
    webhook: [{ name: 'public_key', label: t('Verification key') }],
    hasRegion: true,
  },
  esp_kind_2: {
    provider: 'Mailgun',
    credentials: [apiKey(), { name: 'domain', label: t('Domain') }],
    webhook: [signingKey()],
    hasRegion: true,
  },
  esp_kind_3: { provider: 'Mailchimp Transactional (Mandrill)', credentials: [apiKey()], webhook: [signingKey()] },
  esp_kind_4: {
    provider: 'Postmark',
    credentials: [{ ...apiKey(), label: t('Server token') }],
    webhook: basic(),
  },
  esp_kind_5: {
    provider: 'Amazon SES',
    credentials: [
      { name: 'access_key_id', label: t('Access key id') },
      { name: 'secret_access_key', label: t('Secret access key'), type: 'password' },
      { name: 'region', label: t('Region of AWS'), value: 'eu-west-1' },
    ],
    webhook: [{ name: 'topic_arn', label: t('ARN of the SNS topic') }],
  },
  esp_kind_6: {
    provider: 'Mailjet',
    credentials: [apiKey(), { name: 'secret_key', label: t('Secret key'), type: 'password' }],
    webhook: basic(),
  },
  esp_kind_7: { provider: 'Dyn Email Delivery', credentials: [apiKey()] },
  esp_kind_8: { provider: 'SparkPost', credentials: [apiKey()], webhook: basic(), hasRegion: true },
});

/** Dyn switched it off in 2023: an account that is there is shown, none is made. */
export const offered = [
  'smtp',
  'esp_kind_1',
  'esp_kind_2',
  'esp_kind_3',
  'esp_kind_4',
  'esp_kind_5',
  'esp_kind_6',
  'esp_kind_8',
] as const satisfies readonly Kind[];

export const nameOfKind = (kind: Kind): string => kinds()[kind].provider;
