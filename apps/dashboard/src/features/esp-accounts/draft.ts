import type { components } from '@postrider/client';
import type { Fields } from '../../api/changes.js';
import type { Kind, KindField } from './kinds.js';
import { kinds } from './kinds.js';
import type { EspAccount } from './queries.js';

/** What stands in the form, by the path of the field in the request. */
export type Draft = Readonly<Record<string, string>>;

export const draftOf = (kind: Kind, account?: EspAccount): Draft => ({
  name: account?.name ?? '',
  ...Object.fromEntries(kinds()[kind].credentials.map(({ name, value = '' }) => [`credentials.${name}`, value])),
  ...Object.fromEntries((kinds()[kind].webhook ?? []).map(({ name }) => [`webhook.${name}`, ''])),
  'default_sender.address': account?.default_sender?.address ?? '',
  'default_sender.name': account?.default_sender?.name ?? '',
  'default_sender.reply_to': account?.default_sender?.reply_to ?? '',
  rate_per_second: account?.rate_per_second?.toString() ?? '',
  fallback: account?.fallback ?? '',
  region: account?.region ?? '',
  configuration_set: account?.configuration_set ?? '',
  implicit_tls: account?.implicit_tls?.toString() ?? '',
  bounces: String(account?.bounces ?? false),
  tracking: String(account?.tracking?.provider ?? false),
});

const valueOf = ({ type }: KindField, text: string): unknown =>
  type === 'number' ? Number(text) : type === 'boolean' ? text === 'true' : text;

function filled(draft: Draft, prefix: string, fields: readonly KindField[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.map((field) => [field.name, valueOf(field, draft[`${prefix}.${field.name}`] ?? '')]),
  );
}

/** Whether somebody wrote anything into these: secrets that are left empty stay what they are. */
const isTouched = (draft: Draft, prefix: string, fields: readonly KindField[]): boolean =>
  fields.some(
    ({ name, value = '', type }) =>
      type !== 'boolean' && draft[`${prefix}.${name}`] !== value && draft[`${prefix}.${name}`] !== '',
  );

/** The further fields that are set; at PUT the others are removed. */
function further(kind: Kind, draft: Draft): Record<string, unknown> {
  const given = (name: string): string => draft[name] ?? '';
  const address = given('default_sender.address');
  const name = given('default_sender.name');
  // Without another address, replies go to the sender.
  const sender = { address, name, reply_to: given('default_sender.reply_to') || address };
  const reports = kinds()[kind].webhook;
  return {
    ...(address === '' && name === '' ? {} : { default_sender: sender }),
    ...(given('rate_per_second') === '' ? {} : { rate_per_second: Number(given('rate_per_second')) }),
    ...(given('fallback') === '' ? {} : { fallback: given('fallback') }),
    ...(given('region') === '' || !kinds()[kind].hasRegion ? {} : { region: given('region') }),
    ...(given('configuration_set') === '' || kind !== 'esp_kind_5'
      ? {}
      : { configuration_set: given('configuration_set') }),
    ...(given('implicit_tls') === '' || kind !== 'smtp' ? {} : { implicit_tls: given('implicit_tls') === 'true' }),
    ...(given('bounces') === 'true' && kind === 'smtp' ? { bounces: true } : {}),
    ...(given('tracking') === 'true' && kind !== 'smtp' ? { tracking: { provider: true } } : {}),
    ...(reports && isTouched(draft, 'webhook', reports) ? { webhook: filled(draft, 'webhook', reports) } : {}),
  };
}

export const creationOf = (kind: Kind, draft: Draft) => ({
  name: draft['name'] ?? '',
  esp_type: kind,
  credentials: filled(draft, 'credentials', kinds()[kind].credentials),
  ...further(kind, draft),
});

/** What can be tried before it is made. */
export function trialOf(kind: Kind, draft: Draft) {
  const { esp_type, credentials, ...more } = creationOf(kind, draft);
  const { region, configuration_set, implicit_tls } = more as Partial<Record<string, unknown>>;
  return { esp_type, credentials, region, configuration_set, implicit_tls } as components['schemas']['EspAccountTrial'];
}

/** What PUT removes where it is left out. */
const removable = [
  'default_sender',
  'rate_per_second',
  'fallback',
  'region',
  'configuration_set',
  'implicit_tls',
  'bounces',
  'tracking',
] as const;

/** All that the form can change; what is not set is null. Secrets are among it where new ones were written. */
export const fieldsOf = (kind: Kind, draft: Draft): Fields => ({
  ...Object.fromEntries(removable.map((name) => [name, null])),
  ...updateOf(kind, draft),
});

/** What of it goes to the API, which removes the rest. */
export const bodyOf = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as ReturnType<typeof updateOf>;

export const updateOf = (kind: Kind, draft: Draft) => ({
  name: draft['name'] ?? '',
  ...(isTouched(draft, 'credentials', kinds()[kind].credentials)
    ? { credentials: filled(draft, 'credentials', kinds()[kind].credentials) }
    : {}),
  ...further(kind, draft),
});
