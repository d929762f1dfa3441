import { isIP } from 'node:net';
import { emailAddress, limits } from '@postrider/contracts';
import { trackingVariables } from '@postrider/links';
import { defineConfig, serviceVariables, variables } from '@postrider/service';
import { z } from 'zod';
import { roles } from './http/caller.js';

/** A key that automation hands in; ours look like `live_…`, these need not. */
const bootstrapKey = z
  .string()
  .regex(/^[\x21-\x39\x3b-\x7e]{16,256}$/, 'must be 16 to 256 printable characters without spaces and colons')
  .optional();

/** Not all addresses: anybody could then claim any address and HTTPS. */
const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32));
};

/**
 * Proxies between the caller and us, by network. Their number would not do: whoever comes past the proxy, from inside the cluster, would be
 * believed as well.
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
  HOST: z.string().optional().describe('Address the API listens on; all of them when unset'),
  PORT: variables.port(3000).describe('Port of the API; 0 for any free one'),
  NODE_ENV: z.string().optional().describe('`production` turns REQUIRE_HTTPS on'),
  REQUIRE_HTTPS: z
    .stringbool({ error: 'must be true or false' })
    .optional()
    .describe('Refuse plain HTTP; by default in production only'),
  TLS_CERT: z
    .string()
    .optional()
    .describe(
      'File of the certificate, with its chain, in PEM: the API is served over HTTPS; read again when it changes',
    ),
  TLS_KEY: z.string().optional().describe('File of its private key in PEM; needed with TLS_CERT'),
  TRUST_PROXY: trustProxy.describe('Networks of the proxies whose X-Forwarded-* is believed, such as 10.0.0.0/8'),
  DASHBOARD_DIRECTORY: z
    .string()
    .optional()
    .describe('Folder of the files of the dashboard, which is served under /; that of the build when unset'),
  PUBLIC_URL: trackingVariables.PUBLIC_URL,
  TRACKING_KEY: trackingVariables.TRACKING_KEY,
  REQUEST_TIMEOUT_MS: variables
    .count(60_000, 120_000)
    .describe(
      'Milliseconds after which a request is answered 503; what it asks of a service has a shorter limit, mostly 5 s',
    ),
  RATE_LIMIT_PER_SECOND: z.coerce
    .number({ error: 'must be a number' })
    .min(0, 'must not be negative')
    .default(limits.requests_per_second.perSecond)
    .describe('Requests per second of an account that has no limit of its own, over all replicas; 0 for no limit'),
  BODY_BYTES_PER_SECOND: z.coerce
    .number({ error: 'must be a number' })
    .min(0, 'must not be negative')
    .default(limits.body_bytes_per_second.perSecond)
    .describe(
      'Bytes of request bodies over 64 KB that an account without a limit of its own may send to one replica in a second, six times as many at once; 0 for no limit',
    ),
  BODY_MEMORY_MB: variables
    .count(64, 4096)
    .describe('Megabytes of request bodies held at a time; beyond them 503. A body needs up to four times its size'),
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: 'must be a URL' })
    .optional()
    .describe('Provider at which users log in, by its issuer URL; needs OIDC_CLIENT_ID and PUBLIC_URL'),
  OIDC_CLIENT_ID: z.string().optional().describe('Client id that the provider has given'),
  OIDC_CLIENT_SECRET: z.string().optional().describe('Secret that goes with it; none for a public client'),
  OIDC_DOMAINS: variables.list
    .transform((domains) => domains.map((domain) => domain.toLowerCase()))
    .describe('Domains whose addresses become users of the first account by logging in, separated by commas'),
  OIDC_ROLE: z
    .enum(roles, { error: `must be one of ${roles.join(', ')}` })
    .default('viewer')
    .describe('Role of those users'),
  BOOTSTRAP_LIVE_KEY: bootstrapKey.describe('Live key of the first account; made and shown once when unset'),
  BOOTSTRAP_TEST_KEY: bootstrapKey.describe('Test key of the first account; made and shown once when unset'),
  BOOTSTRAP_SENDER: emailAddress
    .optional()
    .describe('Default sender of the first account as long as it has never set one: an email address'),
});
export type GatewayConfig = z.output<typeof gatewayConfig.schema>;

export const requiresHttps = ({ REQUIRE_HTTPS, NODE_ENV }: GatewayConfig): boolean =>
  REQUIRE_HTTPS ?? NODE_ENV === 'production';

/** Where the API is reached from outside, as far as it is known. */
export const publicUrl = ({
  PUBLIC_URL,
  PORT,
  TLS_CERT,
}: Pick<GatewayConfig, 'PUBLIC_URL' | 'PORT' | 'TLS_CERT'>): string =>
  PUBLIC_URL ?? `${TLS_CERT === undefined ? 'http' : 'https'}://localhost:${PORT}`;
