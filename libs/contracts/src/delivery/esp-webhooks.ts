import { z } from 'zod';
import { idPrefixes } from '../ids.js';
import { timestamp } from '../primitives.js';
import { defineRpc } from '../rpc.js';
import { espType } from './esp-account-bodies.js';

/**
 * The last segment of a provider's webhook URL: the ids of the account and the ESP account, and a secret. With the ids,
 * no search across accounts is needed.
 */
const token = z
  .string()
  .regex(
    /^(?:[0-9A-Za-z]{44}|[0-9A-Za-z]{22}\.[0-9A-Za-z_-]{1,64}\.)[A-Za-z0-9_-]{43}$/,
    'must be the token of a webhook',
  );
const idLength = 22;
const ownId = new RegExp(`^${idPrefixes.espAccount}[0-9A-Za-z]{${idLength}}$`);

/** An imported id is written in full, between dots. */
export const buildWebhookToken = (accountId: string, espAccountId: string, secret: string): string =>
  accountId.slice(idPrefixes.account.length) +
  (ownId.test(espAccountId) ? espAccountId.slice(idPrefixes.espAccount.length) : `.${espAccountId}.`) +
  secret;

/** Undefined if it is not a token. The ids still have to be checked against the ESP account. */
export function readWebhookToken(given: string): { accountId: string; espAccountId: string } | undefined {
  if (!token.safeParse(given).success) return undefined;
  const [, imported] = given.split('.');
  return {
    accountId: idPrefixes.account + given.slice(0, idLength),
    espAccountId: imported ?? idPrefixes.espAccount + given.slice(idLength, 2 * idLength),
  };
}

const example = {
  esp_id: 'esp_01KQV5Xx7GJ8sVJ4mB2cDe',
  token: `${'01KQV5Xx7GJ8sVJ4mB2cDe'.repeat(2)}${'a'.repeat(43)}`,
};

/**
 * The webhook URL of an ESP account, and when it was last registered with the provider. There is no token for types
 * without reports.
 */
export const getEspWebhook = defineRpc({
  pattern: 'delivery.espwebhook.get.v1',
  request: z.object({ esp_id: z.string() }),
  response: z.object({ token: token.optional(), registered: timestamp.optional() }),
  errors: ['not_found'],
  examples: [
    { name: 'of a type that reports', request: { esp_id: example.esp_id }, response: { token: example.token } },
  ],
});

/**
 * Replaces the token. The old URL stops working once all caches have expired (docs/operate/limits.md#reported-events).
 */
export const rotateEspWebhook = defineRpc({
  pattern: 'delivery.espwebhook.rotate.v1',
  request: z.object({ esp_id: z.string() }),
  response: z.object({ token: token.optional() }),
  errors: ['not_found'],
  examples: [
    { name: 'of a type that reports', request: { esp_id: example.esp_id }, response: { token: example.token } },
  ],
});

/**
 * The ESP account of a webhook URL, with the settings that verify its reports. Without `settings`, none can be
 * verified.
 */
export const espWebhookAccount = z.object({
  esp_id: z.string(),
  esp_type: espType,
  settings: z.record(z.string(), z.string()).optional(),
});
export type EspWebhookAccount = z.output<typeof espWebhookAccount>;

/** Called before the body of a report is read. */
export const resolveEspWebhook = defineRpc({
  pattern: 'delivery.espwebhook.resolve.v1',
  request: z.object({ token }),
  response: espWebhookAccount,
  errors: ['not_found'],
  examples: [
    {
      name: 'of an account at Mailgun',
      request: { token: example.token },
      response: { esp_id: example.esp_id, esp_type: 'esp_kind_2', settings: { signing_key: 'key-1' } },
    },
  ],
});

/** Longer than the 40 s timeout for all requests to the provider. */
const setUpTimeoutMs = 50_000;

/**
 * Registers the URL with the provider, and stores the secrets that verify its reports
 * (docs/providers.md#provider-webhooks). `public_url` is the public URL of this installation.
 */
export const setUpEspWebhook = defineRpc({
  pattern: 'delivery.espwebhook.setup.v1',
  request: z.object({ esp_id: z.string(), public_url: z.url() }),
  response: z.object({ token }),
  errors: ['not_found', 'provider_refused', 'rate_limited'],
  timeoutMs: setUpTimeoutMs,
  examples: [
    {
      name: 'of a type that reports',
      request: { esp_id: example.esp_id, public_url: 'https://mail.acme.example' },
      response: { token: example.token },
    },
  ],
});
