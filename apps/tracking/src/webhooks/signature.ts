import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';
const secretBytes = 32;

/** The signing secrets of a webhook; `old` stays valid for a while after a rotation. */
export interface WebhookSecrets {
  readonly current: string;
  readonly old?: string;
}

export const newWebhookSecret = (): string => prefix + randomBytes(secretBytes).toString('base64');

/**
 * The headers of Standard Webhooks: HMAC-SHA256 over id, time and body, one signature per valid secret. `timestamp` is
 * in Unix seconds.
 */
export function signed(
  id: string,
  timestamp: number,
  body: string,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const content = `${id}.${timestamp}.${body}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
