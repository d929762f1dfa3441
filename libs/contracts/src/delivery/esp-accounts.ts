import { z } from 'zod';
import { id } from '../ids.js';
import { absentable, text, timestamp } from '../primitives.js';
import { defineRpc } from '../rpc.js';
import { sender } from './message.js';

/** SPEC.md section 2, in its order. */
export const espTypes = ['esp_kind_1', 'esp_kind_2', 'esp_kind_3', 'esp_kind_4', 'esp_kind_5', 'esp_kind_6', 'esp_kind_7', 'esp_kind_8', 'smtp'] as const;
export const espType = z.enum(espTypes, { error: `must be one of ${espTypes.join(', ')}` });
export type EspType = z.infer<typeof espType>;

/** ESP account (SPEC.md section 2): credentials never come back. */
export const espAccountResource = z.object({ object: z.literal('esp_account'), id: id('espAccount'), created: timestamp, esp_type: espType, name: z.string() });
export type EspAccountResource = z.infer<typeof espAccountResource>;

const secret = text(1024);
/** One line that is safe in a URL path segment or host name. */
const label = text(253).regex(/^[A-Za-z0-9.-]+$/, 'must hold only letters, digits, dots and hyphens');

/** Credential object shapes of SPEC.md section 2; missing and extra fields are refused, naming them. */
export const credentialsOf = {
  esp_kind_1: z.strictObject({ username: secret, password: secret }),
  esp_kind_2: z.strictObject({ api_key: secret, domain: label }),
  esp_kind_3: z.strictObject({ api_key: secret }),
  esp_kind_4: z.strictObject({ api_key: secret }),
  esp_kind_5: z.strictObject({ access_key_id: secret, secret_access_key: secret, region: label }),
  esp_kind_6: z.strictObject({ api_key: secret, secret_key: secret }),
  esp_kind_7: z.strictObject({ api_key: secret }),
  esp_kind_8: z.strictObject({ api_key: secret }),
  smtp: z.strictObject({
    host: text(253),
    port: z.int({ error: 'must be a port number' }).min(1, 'must be from 1 to 65535').max(65_535, 'must be from 1 to 65535'),
    username: z.string({ error: 'must be a string' }).max(1024, 'must be at most 1024 characters'),
    password: z.string({ error: 'must be a string' }).max(1024, 'must be at most 1024 characters'),
    use_tls: z.boolean({ error: 'must be true or false' }),
  }),
} as const satisfies Record<EspType, z.ZodType>;
export type CredentialsOf<Type extends EspType> = z.infer<(typeof credentialsOf)[Type]>;

/** POST /esp_accounts. Extension fields (API.md section 5, optional): the account's default sender. */
export const espAccountBody = z.object({
  name: text(255),
  esp_type: espType,
  credentials: z.record(z.string(), z.unknown(), { error: 'must be an object' }),
  default_sender: absentable(sender),
}).superRefine((body, context) => {
  const checked = credentialsOf[body.esp_type]?.safeParse(body.credentials);
  for (const issue of checked?.error?.issues ?? []) {
    context.addIssue({
      code: 'custom', path: ['credentials', ...issue.path],
      message: issue.code === 'unrecognized_keys' ? `must not hold ${issue.keys.join(', ')}` : issue.message,
    });
  }
});

const example = { object: 'esp_account' as const, id: 'esp_01KQV5Xx7GJ8sVJ4mB2cDe', created: 1_790_000_000, esp_type: 'smtp' as const, name: 'Relay' };

export const listEspAccounts = defineRpc({
  pattern: 'delivery.espaccount.list.v1',
  request: z.object({ esp_type: absentable(espType) }),
  response: z.array(espAccountResource),
  examples: [{ name: 'all', request: {}, response: [example] }],
});

export const createEspAccount = defineRpc({
  pattern: 'delivery.espaccount.create.v1',
  request: espAccountBody,
  response: espAccountResource,
  examples: [{
    name: 'an SMTP relay', response: example,
    request: { name: 'Relay', esp_type: 'smtp', credentials: { host: 'smtp.example.com', port: 587, username: 'u', password: 'p', use_tls: true } },
  }],
});

/** PUT /esp_accounts/set_default: the account used by sends that name none. */
export const setDefaultEspAccount = defineRpc({
  pattern: 'delivery.espaccount.setdefault.v1',
  request: z.object({ esp_id: text(64) }),
  response: espAccountResource,
  errors: ['esp_account_not_found'],
  examples: [{ name: 'by id', request: { esp_id: example.id }, response: example }],
});
