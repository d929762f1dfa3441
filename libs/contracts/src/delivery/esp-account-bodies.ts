import { z } from 'zod';
import type { FieldError } from '../errors.js';
import { id } from '../ids.js';
import { optionalOrEmpty, optionalOrEmptyObject, text, timestamp, required } from '../primitives.js';
import type { EspField, EspFields, EspOption, EspType, ReportingEspType } from './esp-kinds.js';
import { espKinds, espTypeNamed, espTypes, isReporting, getEspKind, providerSlugs } from './esp-kinds.js';
import { sender } from './message.js';

export const espType = z
  .enum(espTypes, { error: `must be one of ${espTypes.join(', ')}` })
  .meta({ id: 'EspType', description: 'The type of the provider.' });
const providerSlug = z.enum(providerSlugs).meta({ id: 'Provider', description: 'The name of the provider.' });

const espTypeNames = [...new Set<string>([...espTypes, ...providerSlugs])];
/** In a request, `sendgrid` means `esp_kind_1`. */
export const namedEspType = z
  .preprocess(
    (name) => espTypeNamed(name) ?? name,
    z.enum(espTypes, { error: `must be one of ${providerSlugs.join(', ')}, or esp_kind_1 to esp_kind_8` }),
  )
  .meta({
    id: 'NamedEspType',
    type: 'string',
    enum: espTypeNames,
    description: 'The provider, by type or name.',
  });

/**
 * The optional extension fields of an ESP account (docs/reference/esp-accounts.md); absent means the provider's or the
 * product's default. `rate_per_second` counts emails; `fallback` is the id of another ESP account of the same account.
 */
const extensions = {
  default_sender: optionalOrEmptyObject(sender).describe('The default sender of this ESP account.'),
  region: optionalOrEmpty(z.enum(['us', 'eu'], { error: 'must be us or eu' })).describe("The provider's region."),
  configuration_set: optionalOrEmpty(
    z
      .string({ error: 'must be a string' })
      .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, hyphens and underscores'),
  ).describe("The provider's configuration set."),
  implicit_tls: optionalOrEmpty(z.boolean({ error: 'must be true or false' })).describe(
    'TLS from the first byte, instead of STARTTLS.',
  ),
  bounces: optionalOrEmpty(z.boolean({ error: 'must be true or false' })).describe(
    'Whether bounce messages come back to Postrider.',
  ),
  tracking: optionalOrEmptyObject(
    z.object(
      {
        provider: z
          .boolean({ error: 'must be true or false' })
          .describe('`true` leaves tracking of opens and clicks to the provider.'),
      },
      { error: 'must be an object' },
    ),
  ).describe('The tracking settings.'),
  rate_per_second: optionalOrEmpty(
    z.number({ error: 'must be a number' }).positive('must be more than 0').max(10_000, 'must be at most 10000'),
  ).describe('The rate limit: emails per second, over all replicas.'),
  fallback: optionalOrEmpty(text(64)).describe('The id of the failover ESP account.'),
  webhook: optionalOrEmptyObject(z.record(z.string(), z.unknown(), { error: 'must be an object' })).describe(
    'How reports of the provider are verified; never returned.',
  ),
};

const typesWith = (option: EspOption): readonly EspType[] =>
  espTypes.filter((type) => getEspKind(type).options.includes(option));

/** The types that support an extension field, if not all do. */
const supportedTypes = {
  region: typesWith('region'),
  configuration_set: typesWith('configuration_set'),
  implicit_tls: typesWith('implicit_tls'),
  bounces: typesWith('bounces'),
  tracking: typesWith('tracking'),
  webhook: espTypes.filter(isReporting),
} as const satisfies Record<EspOption | 'webhook', readonly EspType[]>;

/** ESP account (docs/reference/esp-accounts.md): credentials are never returned, extension fields only if set. */
export const espAccountResource = z
  .object({
    object: z.literal('esp_account'),
    id: id('espAccount').describe('Its id.'),
    created: timestamp,
    esp_type: espType,
    provider: providerSlug.optional(),
    name: z.string().describe('Its name.'),
    is_default: z
      .boolean()
      .optional()
      .describe(
        'Whether it sends emails that name no ESP account. The first account is the default until you choose another.',
      ),
    needs_credentials: z
      .literal(true)
      .optional()
      .describe('The account was imported without credentials. It sends no email until a `PUT` sets them.'),
    default_sender: sender.optional().describe('The default sender of this ESP account.'),
    region: z.enum(['us', 'eu']).optional().describe("The provider's region."),
    configuration_set: z.string().optional().describe("The provider's configuration set."),
    implicit_tls: z.boolean().optional().describe('TLS from the first byte, instead of STARTTLS.'),
    bounces: z.boolean().optional().describe('Whether bounce messages come back to Postrider.'),
    tracking: z
      .object({ provider: z.boolean().describe('`true` leaves tracking of opens and clicks to the provider.') })
      .optional()
      .describe('The tracking settings.'),
    rate_per_second: z.number().optional().describe('The rate limit: emails per second, over all replicas.'),
    fallback: id('espAccount').optional().describe('The id of the failover ESP account.'),
    webhook_url: z
      .string()
      .optional()
      .describe('The address for provider reports; only for keys with the scope `manage`.'),
    webhook_registered: timestamp
      .optional()
      .describe(
        'When the address was last registered at the provider; absent once the address or `webhook` was changed.',
      ),
  })
  .meta({ id: 'EspAccount', description: 'An account at a provider, or a mail server.' });
export type EspAccountResource = z.infer<typeof espAccountResource>;

const portNumber = z
  .int({ error: 'must be a port number' })
  .min(1, 'must be from 1 to 65535')
  .max(65_535, 'must be from 1 to 65535');

function toSchema({ is, mayBeEmpty, max = 1024, pattern, patternError }: EspField): z.ZodType {
  if (is === 'boolean') return z.boolean({ error: 'must be true or false' });
  if (is === 'port') return portNumber;
  if (mayBeEmpty) return z.string({ error: 'must be a string' }).max(max, `must be at most ${max} characters`);
  return pattern ? text(max).regex(pattern, patternError) : text(max);
}

/** Rejects missing and additional fields by name. */
const buildSchema = (fields: EspFields) =>
  z.strictObject(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, toSchema(field)])));

const byType = <Type extends EspType, Value>(types: readonly Type[], buildValue: (type: Type) => Value) =>
  Object.fromEntries(types.map((type) => [type, buildValue(type)])) as Readonly<Record<Type, Value>>;

/** The credentials of each type (docs/providers.md#provider-types). */
export const credentialsByType = byType(espTypes, (type) => buildSchema(espKinds[type].credentials));
/** The secrets that verify the events of a type (docs/providers.md#provider-webhooks). */
export const webhookSettingsByType = byType(espTypes.filter(isReporting), (type: ReportingEspType) =>
  buildSchema(espKinds[type].webhook.verifiedBy),
);

export const credentials = z
  .record(z.string(), z.unknown(), required('an object'))
  .describe('The credentials for the provider; never returned.');

type TypedFields = { readonly credentials?: Readonly<Record<string, unknown>> | undefined } & {
  readonly [Field in keyof typeof supportedTypes]?: unknown;
};

/**
 * The invalid fields of an ESP account of this type: its credentials, if given (docs/providers.md#provider-types), and
 * extension fields of other types.
 */
export function findEspAccountErrors(type: EspType, fields: TypedFields): FieldError[] {
  const errors =
    fields.credentials === undefined
      ? []
      : findFieldErrors('credentials', credentialsByType[type], fields.credentials, `is not a credential of ${type}`);
  if (isReporting(type) && fields.webhook !== undefined)
    errors.push(
      ...findFieldErrors('webhook', webhookSettingsByType[type], fields.webhook, `is not a field of ${type}`),
    );
  for (const [field, types] of Object.entries(supportedTypes) as [keyof typeof supportedTypes, readonly EspType[]][]) {
    if (fields[field] !== undefined && !types.includes(type))
      errors.push({ field, message: `is for ${types.join(', ')} only` });
  }
  if (
    supportedTypes.implicit_tls.includes(type) &&
    fields.implicit_tls === true &&
    fields.credentials?.['use_tls'] === false
  )
    errors.push({ field: 'implicit_tls', message: 'needs credentials.use_tls' });
  return errors;
}

const findFieldErrors = (name: string, schema: z.ZodType, value: unknown, unknown: string): FieldError[] =>
  (schema.safeParse(value).error?.issues ?? []).flatMap((issue): FieldError[] => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ field: `${name}.${key}`, message: unknown }));
    return [{ field: [name, ...issue.path].join('.'), message: issue.message }];
  });

/** The fields that the other checks need. Those run despite other errors, so that one answer reports all of them. */
const typedFields = z.object({ esp_type: namedEspType, credentials });

const addErrors = (body: TypedFields & { esp_type: EspType }, context: z.RefinementCtx): void => {
  for (const { field, message } of findEspAccountErrors(body.esp_type, body))
    context.addIssue({ code: 'custom', path: field.split('.'), message });
};
const whenTypesAreValid = { when: ({ value }: { value: unknown }) => typedFields.safeParse(value).success };

/** POST /esp_accounts (docs/reference/esp-accounts.md). */
export const espAccountBody = z
  .object({ name: text(255).describe('The name.'), esp_type: namedEspType, credentials, ...extensions })
  .superRefine(addErrors, whenTypesAreValid)
  .meta({ id: 'EspAccountBody' });

/** POST /esp_accounts/test (extension): tests the connection of an account before it is created. */
export const espAccountTrial = z
  .object({
    esp_type: namedEspType,
    credentials,
    region: extensions.region,
    configuration_set: extensions.configuration_set,
    implicit_tls: extensions.implicit_tls,
  })
  .superRefine(addErrors, whenTypesAreValid)
  .meta({ id: 'EspAccountTrial' });

/** The result of a connection test without sending an email (docs/providers.md#test-an-account). */
export const espAccountTest = z
  .object({
    object: z.literal('esp_account_test'),
    outcome: z
      .enum(['works', 'fails', 'unknown'])
      .describe('`unknown`: the provider has no request for a test, or this key may not use it.'),
    tried: z.string().describe('The test that was run, as a sentence.'),
    answer: z.string().describe('The response of the provider or mail server.'),
  })
  .meta({ id: 'EspAccountTest', description: 'The result of a test.' });

/**
 * PUT /esp_accounts/{id} (extension): an omitted name and omitted credentials stay, omitted extension fields are
 * removed. The type cannot change.
 */
export const updateEspAccountBody = z
  .object({
    name: optionalOrEmpty(text(255)).describe('The name. If you omit it, it does not change.'),
    esp_type: optionalOrEmpty(namedEspType).describe('The current type. It cannot change.'),
    credentials: optionalOrEmpty(credentials).describe('New credentials. If you omit them, they do not change.'),
    ...extensions,
  })
  .meta({ id: 'EspAccountUpdate' });
