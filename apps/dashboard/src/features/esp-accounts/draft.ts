import type { components } from '@postrider/client';
import type { EspFields, EspOption } from '@postrider/esp-kinds';
import { espTypes, isHosted, getEspKind } from '@postrider/esp-kinds';
import type { Fields } from '../../api/changes.js';
import type { EspAccount } from './queries.js';
import { sentence } from '../../i18n/language.js';

export type Kind = EspAccount['esp_type'];

/** The providers in the form, mail servers first. Accounts of a retired provider are only displayed. */
export const offered: readonly Kind[] = espTypes
  .filter((kind) => !getEspKind(kind).discontinued)
  .toSorted((one, other) => Number(isHosted(one)) - Number(isHosted(other)));

export const nameOfKind = (kind: Kind): string => sentence(getEspKind(kind).provider);
export const getWebhookFields = (kind: Kind): EspFields => getEspKind(kind).webhook?.verifiedBy ?? {};

type Inputs = Record<string, string | boolean>;

/** The values of the form, by their path in the request. */
export const toDraft = (kind: Kind, account?: EspAccount) => ({
  name: account?.name ?? '',
  credentials: getInitialInputs(getEspKind(kind).credentials),
  webhook: getInitialInputs(getWebhookFields(kind)),
  default_sender: { address: '', name: '', reply_to: '', ...account?.default_sender },
  rate_per_second: account?.rate_per_second?.toString() ?? '',
  fallback: account?.fallback ?? '',
  region: account?.region ?? '',
  configuration_set: account?.configuration_set ?? '',
  implicit_tls: account?.implicit_tls,
  bounces: account?.bounces ?? false,
  tracking: account?.tracking?.provider ?? false,
});
export type Draft = ReturnType<typeof toDraft>;

const getInitialInputs = (fields: EspFields): Inputs =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { initial = '', is }]) => [
      name,
      is === 'boolean' ? initial === 'true' : initial,
    ]),
  );

const filledInputs = (inputs: Inputs, fields: EspFields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { is }]) => [name, is === 'port' ? Number(inputs[name]) : (inputs[name] ?? '')]),
  );

/** Whether a text was entered. Secrets that are left empty do not change. */
const isTouched = (inputs: Inputs, fields: EspFields): boolean =>
  Object.entries(fields).some(
    ([name, { initial = '', is }]) => is !== 'boolean' && inputs[name] !== initial && inputs[name] !== '',
  );

/** The optional fields that are set. PUT removes the others. */
function further(kind: Kind, draft: Draft): Record<string, unknown> {
  const { default_sender: sender, rate_per_second, fallback, webhook } = draft;
  const options: Readonly<Record<EspOption, unknown>> = {
    region: draft.region || undefined,
    configuration_set: draft.configuration_set || undefined,
    implicit_tls: draft.implicit_tls,
    bounces: draft.bounces || undefined,
    tracking: draft.tracking ? { provider: true } : undefined,
  };
  const set = getEspKind(kind).options.filter((option) => options[option] !== undefined);
  const reports = getWebhookFields(kind);
  return {
    ...(sender.address === '' && sender.name === ''
      ? {}
      : // Without another address, replies go to the sender.
        { default_sender: { ...sender, reply_to: sender.reply_to || sender.address } }),
    ...(rate_per_second === '' ? {} : { rate_per_second: Number(rate_per_second) }),
    ...(fallback === '' ? {} : { fallback }),
    ...Object.fromEntries(set.map((option) => [option, options[option]])),
    ...(isTouched(webhook, reports) ? { webhook: filledInputs(webhook, reports) } : {}),
  };
}

export const toCreateBody = (kind: Kind, draft: Draft) => ({
  name: draft.name,
  esp_type: kind,
  credentials: filledInputs(draft.credentials, getEspKind(kind).credentials),
  ...further(kind, draft),
});

/** The settings that can be tested before they are saved. */
export function toTestBody(kind: Kind, draft: Draft) {
  const { esp_type, credentials, ...more } = toCreateBody(kind, draft);
  const { region, configuration_set, implicit_tls } = more as Partial<Record<string, unknown>>;
  return { esp_type, credentials, region, configuration_set, implicit_tls } as components['schemas']['EspAccountTrial'];
}

/** Fields that PUT removes if they are absent. */
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

/** All fields that the form can change, with null for unset ones. Secrets are included if new ones were entered. */
export const toFields = (kind: Kind, draft: Draft): Fields => ({
  ...Object.fromEntries(removable.map((name) => [name, null])),
  ...toUpdateBody(kind, draft),
});

/** The body of the request. The API removes omitted fields. */
export const toBody = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as ReturnType<typeof toUpdateBody>;

export const toUpdateBody = (kind: Kind, draft: Draft) => ({
  name: draft.name,
  ...(isTouched(draft.credentials, getEspKind(kind).credentials)
    ? { credentials: filledInputs(draft.credentials, getEspKind(kind).credentials) }
    : {}),
  ...further(kind, draft),
});
