import type { components } from '@postrider/client';
import type { EspField, EspFields, EspOption } from '@postrider/esp-kinds';
import { espTypes, isHosted, kindOf } from '@postrider/esp-kinds';
import type { Fields } from '../../api/changes.js';
import type { EspAccount } from './queries.js';
import { sentence } from '../../i18n/language.js';

export type Kind = EspAccount['esp_type'];

/** What can be made: an account of a provider that is gone is shown, none is made. Mail servers come first. */
export const offered: readonly Kind[] = espTypes
  .filter((kind) => !kindOf(kind).discontinued)
  .toSorted((one, other) => Number(isHosted(one)) - Number(isHosted(other)));

export const nameOfKind = (kind: Kind): string => sentence(kindOf(kind).provider);
export const webhookFieldsOf = (kind: Kind): EspFields => kindOf(kind).webhook?.verifiedBy ?? {};

/** What stands in the form, by the path of the field in the request. */
export type Draft = Readonly<Record<string, string>>;

export const draftOf = (kind: Kind, account?: EspAccount): Draft => ({
  name: account?.name ?? '',
  ...started('credentials', kindOf(kind).credentials),
  ...started('webhook', webhookFieldsOf(kind)),
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

const started = (prefix: string, fields: EspFields): Draft =>
  Object.fromEntries(Object.entries(fields).map(([name, { initial = '' }]) => [`${prefix}.${name}`, initial]));

const valueOf = ({ is }: EspField, text: string): unknown =>
  is === 'port' ? Number(text) : is === 'boolean' ? text === 'true' : text;

const filled = (draft: Draft, prefix: string, fields: EspFields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, valueOf(field, draft[`${prefix}.${name}`] ?? '')]),
  );

/** Whether somebody wrote anything into these: secrets that are left empty stay what they are. */
const isTouched = (draft: Draft, prefix: string, fields: EspFields): boolean =>
  Object.entries(fields).some(
    ([name, { initial = '', is }]) =>
      is !== 'boolean' && draft[`${prefix}.${name}`] !== initial && draft[`${prefix}.${name}`] !== '',
  );

/** The further fields that are set; at PUT the others are removed. */
function further(kind: Kind, draft: Draft): Record<string, unknown> {
  const given = (name: string): string => draft[name] ?? '';
  const address = given('default_sender.address');
  const name = given('default_sender.name');
  // Without another address, replies go to the sender.
  const sender = { address, name, reply_to: given('default_sender.reply_to') || address };
  const options: Readonly<Record<EspOption, unknown>> = {
    region: given('region') || undefined,
    configuration_set: given('configuration_set') || undefined,
    implicit_tls: given('implicit_tls') === '' ? undefined : given('implicit_tls') === 'true',
    bounces: given('bounces') === 'true' || undefined,
    tracking: given('tracking') === 'true' ? { provider: true } : undefined,
  };
  const set = kindOf(kind).options.filter((option) => options[option] !== undefined);
  const reports = webhookFieldsOf(kind);
  return {
    ...(address === '' && name === '' ? {} : { default_sender: sender }),
    ...(given('rate_per_second') === '' ? {} : { rate_per_second: Number(given('rate_per_second')) }),
    ...(given('fallback') === '' ? {} : { fallback: given('fallback') }),
    ...Object.fromEntries(set.map((option) => [option, options[option]])),
    ...(isTouched(draft, 'webhook', reports) ? { webhook: filled(draft, 'webhook', reports) } : {}),
  };
}

export const creationOf = (kind: Kind, draft: Draft) => ({
  name: draft['name'] ?? '',
  esp_type: kind,
  credentials: filled(draft, 'credentials', kindOf(kind).credentials),
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
  ...(isTouched(draft, 'credentials', kindOf(kind).credentials)
    ? { credentials: filled(draft, 'credentials', kindOf(kind).credentials) }
    : {}),
  ...further(kind, draft),
});
