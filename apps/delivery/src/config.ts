import type { HostedEspType } from '@postrider/contracts';
import { espTypes, isHosted } from '@postrider/contracts';
import { trackingVariables } from '@postrider/links';
import { secretsKey } from '@postrider/secrets';
import { defineConfig, readCertificates, serviceVariables, variables } from '@postrider/service';
import { z } from 'zod';
import { isServer, readBucketUrl } from './bucket/bucket-url.js';

const seconds = (fallback: number, max: number) =>
  z.coerce
    .number({ error: 'must be a number of seconds' })
    .positive('must be more than 0')
    .max(max, `must be at most ${max}`)
    .default(fallback);

type BaseUrls = Partial<Record<HostedEspType, string>>;

const parseHostedType = (type: string | undefined): HostedEspType | undefined =>
  espTypes.filter(isHosted).find((known) => known === type);

/** Checks host and credentials at start: at a send it would be too late. */
function isSmtpUrl(url: string): boolean {
  try {
    const { hostname, username, password } = new URL(url);
    decodeURIComponent(username + password);
    return hostname !== '';
  } catch {
    return false;
  }
}

/** Parses `esp_kind_7=https://mail.example,esp_kind_2=…`; undefined when invalid. */
function readBaseUrls(list: string): BaseUrls | undefined {
  const urls: BaseUrls = {};
  for (const item of list
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)) {
    const [, name, url = ''] = /^([^=]*)=(.*)$/.exec(item) ?? [];
    const type = parseHostedType(name);
    if (type === undefined || !isServer(url)) return undefined;
    urls[type] = url;
  }
  return urls;
}

/** A variable with a parsed value. */
const parsedVariable = <Value>(read: (text: string) => Value | undefined, problem: string) =>
  z.string().transform((text, context) => {
    const value = read(text);
    if (value === undefined) context.addIssue({ code: 'custom', message: problem });
    return value ?? z.NEVER;
  });

const bucketUrl = z.string().transform((text, context) => {
  const read = readBucketUrl(text);
  if (typeof read !== 'string') return read;
  context.addIssue({ code: 'custom', message: read });
  return z.NEVER;
});

export const deliveryConfig = defineConfig('delivery', {
  ...serviceVariables,
  SECRETS_KEY: secretsKey.describe('Encrypts ESP credentials; 32 bytes in base64. For a rotation: new:KEY,old:KEY'),
  PUBLIC_URL: trackingVariables.PUBLIC_URL,
  TRACKING_KEY: trackingVariables.TRACKING_KEY,
  BOUNCE_DOMAIN: trackingVariables.BOUNCE_DOMAIN,
  DEFAULT_SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .refine(isSmtpUrl, 'must be a URL with a host, its user name and password percent-encoded')
    .optional()
    .describe('SMTP server for accounts without ESP accounts (the mail catcher); unset: such sends are rejected'),
  DELIVERY_CONCURRENCY: variables
    .count(64, 2_000)
    .describe('Concurrent attempts; also the maximum number of messages with an unknown outcome after a crash'),
  DELIVERY_LANE_CONCURRENCY: variables.count(32, 2_000).describe('Concurrent attempts through one ESP account'),
  ATTEMPT_TIMEOUT_SECONDS: seconds(45, 600).describe('How long an ESP may take for one attempt'),
  LEASE_SECONDS: seconds(90, 1_200).describe(
    'How long a process owns a message it is sending. An attempt ends when a quarter of it is left, so use at least twice ATTEMPT_TIMEOUT_SECONDS',
  ),
  UNKNOWN_OUTCOME_WAIT_SECONDS: seconds(60, 3_600).describe(
    'Wait before a message is sent again when the process that sent it died',
  ),
  RETRY_DELAYS_SECONDS: z
    .string()
    .regex(/^\d+(,\d+)*$/, 'must be a comma-separated list of seconds')
    .default('30,120,600,1800,3600,10800,21600,43200,86400')
    .transform((list) => list.split(',').map(Number))
    .describe('Waits between attempts, each ±20 %; after the last the message is dropped'),
  DRAIN_SECONDS: seconds(20, 600).describe(
    'How long a stop waits for attempts in flight; aborted ones are handled as after a crash',
  ),
  POLL_MS: variables.count(500, 60_000).describe('Interval of the scan for due work when there is no notification'),
  ATTACHMENT_RETENTION_DAYS: variables
    .count(90, 3_650)
    .describe(
      'How long the attachments of a message are kept after it is due, for retries and resends; at least the sum of RETRY_DELAYS_SECONDS',
    ),
  LOG_RETENTION_MONTHS: variables.months.describe(
    'Logs, their events and messages are deleted by whole months, once a month ended this long ago; unset: kept forever',
  ),
  ATTACHMENT_MEMORY_MB: variables
    .count(64, 16_384)
    .describe(
      'Memory for attachments being sent, decoded and encoded; an eighth of it is for emails with up to 256 KB of attachments',
    ),
  BLOB_URL: bucketUrl
    .optional()
    .describe(
      'Bucket for attachments of more than min_bytes (256 KB): s3://bucket/prefix?region=…, with endpoint=https://… and path_style=true for servers that are not Amazon’s; unset: all attachments are in PostgreSQL',
    ),
  AWS_REGION: z.string().optional().describe('Region of that bucket when BLOB_URL has none'),
  AWS_ACCESS_KEY_ID: z
    .string()
    .optional()
    .describe(
      'Credentials for that bucket, with AWS_SECRET_ACCESS_KEY; unset: those that the AWS SDK finds, such as the role of the machine or of the Kubernetes service account',
    ),
  AWS_SECRET_ACCESS_KEY: z.string().optional().describe('Belongs to AWS_ACCESS_KEY_ID'),
  AWS_SESSION_TOKEN: z.string().optional().describe('Belongs to AWS_ACCESS_KEY_ID if that is temporary'),
  SMTP_CONNECTIONS: variables.count(10, 500).describe('Maximum connections of this process to one SMTP account'),
  MAIL_HOSTNAME: z
    .string()
    .regex(/^[A-Za-z0-9.-]+$/, 'must be a host name')
    .default('localhost')
    .describe('Host name that this server sends to mail servers (EHLO)'),
  SMTP_ALLOWED_NETWORKS: variables.list.describe('Private networks (CIDR, comma-separated) that SMTP accounts may use'),
  SMTP_ALLOWED_PORTS: z
    .string()
    .regex(/^(\d+(,\d+)*)?$/, 'must be a comma-separated list of ports')
    .default('')
    .transform((list) => list.split(',').filter(Boolean).map(Number))
    .describe('Ports that SMTP accounts may use besides 25, 465, 587, 2525'),
  SMTP_ALLOW_PLAIN_AUTH: variables
    .flag(false)
    .describe('Let SMTP accounts without TLS send their password in plain text'),
  SMTP_CA_FILE: parsedVariable(readCertificates, 'must be the path of a readable file with certificates (PEM)')
    .optional()
    .describe(
      'File with certificates (PEM) that are trusted for SMTP servers besides the public authorities; read at start',
    ),
  SMTP_INSECURE_TLS: variables
    .flag(false)
    .describe('Accept any certificate from SMTP servers; a man in the middle could read the email and the password'),
  ESP_BASE_URLS: parsedVariable(
    readBaseUrls,
    'must be a comma-separated list such as esp_kind_7=https://mail.example, of hosted types',
  )
    .optional()
    .describe(
      'Addresses instead of the providers’ own, such as those of a proxy: esp_kind_2=https://…,esp_kind_4=https://…; esp_kind_7 has no other',
    ),
});
export type DeliveryConfig = ReturnType<typeof deliveryConfig.read>;
