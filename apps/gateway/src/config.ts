import { isIP } from 'node:net';
import { emailAddress, limits } from '@postrider/contracts';
import { trackingVariables } from '@postrider/links';
import { secretsKey } from '@postrider/secrets';
import { defineConfig, serviceVariables, variables } from '@postrider/service';
import { z } from 'zod';
import { roles } from './http/caller.js';

/** A key from the configuration. Unlike generated keys it need not start with `live_` or `test_`. */
const bootstrapKey = z
  .string()
  .regex(/^[\x21-\x39\x3b-\x7e]{16,256}$/, 'must be 16 to 256 printable characters without spaces and colons')
  .optional();

/** Rejects /0, which would let any caller claim any address and HTTPS. */
const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32));
};

/**
 * The networks of trusted proxies. A number of hops would not do: callers inside the cluster that bypass the proxy
 * would be trusted too.
 */
const trustProxy = z
  .string()
  .transform((text) => text.split(',').map((network) => network.trim()))
  .refine(
    (networks) => networks.every(isNetwork),
    'must be a list of the networks that proxies are in, such as 10.0.0.0/8',
  )
  .optional();

export const gatewayConfig = defineConfig('gateway', {
  ...serviceVariables,
  HOST: z.string().optional().describe('Address that the API listens on; all if unset'),
  PORT: variables.port(3000).describe('Port of the API; 0 for any free one'),
  NODE_ENV: z.string().optional().describe('`production` turns REQUIRE_HTTPS on'),
  REQUIRE_HTTPS: z
    .stringbool({ error: 'must be true or false' })
    .optional()
    .describe('Reject plain HTTP; by default in production only'),
  TLS_CERT: z
    .string()
    .optional()
    .describe('PEM file of the certificate with its chain, to serve the API over HTTPS; reloaded when it changes'),
  TLS_KEY: z.string().optional().describe('PEM file of the private key; required with TLS_CERT'),
  TRUST_PROXY: trustProxy.describe('Networks of the proxies whose X-Forwarded-* is trusted, such as 10.0.0.0/8'),
  SMTP_PORT: variables.optionalPort.describe('Port for email by SMTP, with STARTTLS if TLS_CERT is set; unset: off'),
  SMTPS_PORT: variables.optionalPort.describe('Port for email by SMTP over TLS; needs TLS_CERT; unset: off'),
  DASHBOARD_DIRECTORY: z
    .string()
    .optional()
    .describe('Folder of the dashboard files, which are served under /; those of the build if unset'),
  PUBLIC_URL: trackingVariables.PUBLIC_URL,
  TRACKING_KEY: trackingVariables.TRACKING_KEY,
  SECRETS_KEY: secretsKey.describe('Encrypts the secrets of identity hooks; the same value as for delivery'),
  REQUEST_TIMEOUT_MS: variables
    .count(60_000, 120_000)
    .describe('Milliseconds after which a request gets 503; calls to services have shorter timeouts, mostly 5 s'),
  RATE_LIMIT_PER_SECOND: z.coerce
    .number({ error: 'must be a number' })
    .min(0, 'must not be negative')
    .default(limits.requests_per_second.perSecond)
    .describe('Requests per second of an account without a custom limit, over all replicas; 0 for no limit'),
  BODY_BYTES_PER_SECOND: z.coerce
    .number({ error: 'must be a number' })
    .min(0, 'must not be negative')
    .default(limits.body_bytes_per_second.perSecond)
    .describe(
      'Bytes per second of request bodies over 64 KB that an account without a custom limit may send to one replica, with a burst of six seconds; 0 for no limit',
    ),
  BODY_MEMORY_MB: variables
    .count(64, 4096)
    .describe('Megabytes of request bodies in memory; beyond them 503. A body needs up to four times its size'),
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: 'must be a URL' })
    .optional()
    .describe('Issuer URL of the OIDC provider that users log in with; needs OIDC_CLIENT_ID and PUBLIC_URL'),
  OIDC_CLIENT_ID: z.string().optional().describe('Client id at the provider'),
  OIDC_CLIENT_SECRET: z.string().optional().describe('Client secret; none for a public client'),
  OIDC_DOMAINS: variables.list
    .transform((domains) => domains.map((domain) => domain.toLowerCase()))
    .describe('Email domains whose users join the first account when they log in with OIDC, separated by commas'),
  OIDC_ROLE: z
    .enum(roles, { error: `must be one of ${roles.join(', ')}` })
    .default('viewer')
    .describe('Role of those users'),
  BOOTSTRAP_LIVE_KEY: bootstrapKey.describe('Live key of the first account; generated and shown once if unset'),
  BOOTSTRAP_TEST_KEY: bootstrapKey.describe('Test key of the first account; generated and shown once if unset'),
  BOOTSTRAP_SENDER: emailAddress
    .optional()
    .describe('Email address of the default sender of the first account, until the account sets its own'),
});
export type GatewayConfig = z.output<typeof gatewayConfig.schema>;

export const requiresHttps = ({ REQUIRE_HTTPS, NODE_ENV }: GatewayConfig): boolean =>
  REQUIRE_HTTPS ?? NODE_ENV === 'production';

/** The public URL, or that of localhost if it is not configured. */
export const publicUrl = ({
  PUBLIC_URL,
  PORT,
  TLS_CERT,
}: Pick<GatewayConfig, 'PUBLIC_URL' | 'PORT' | 'TLS_CERT'>): string =>
  PUBLIC_URL ?? `${TLS_CERT === undefined ? 'http' : 'https'}://localhost:${PORT}`;
