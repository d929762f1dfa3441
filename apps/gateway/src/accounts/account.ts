import {
  optionalOrEmpty,
  getDeliveryRetention,
  getTrackingRetention,
  sender,
  text,
  timestamp,
  id,
  trackingChoice,
  toTimestamp,
} from '@postrider/contracts';
import { z } from 'zod';
import type { GatewayConfig } from '../config.js';
import { publicUrl } from '../config.js';
import type { AccountEntity } from './account.entity.js';

const name = text(255);

/** PATCH /account (docs/reference/account.md). Null resets a setting to its default. */
export const accountChanges = z
  .object({
    name: optionalOrEmpty(name).describe('The new name.'),
    default_sender: sender.nullable().optional().describe('The default sender; null for none.'),
    tracking: trackingChoice
      .nullable()
      .optional()
      .describe('Default tracking, where neither the send nor the template decides; null for none.'),
    require_review: optionalOrEmpty(z.boolean({ error: 'must be true or false' })).describe(
      'Whether a version is published only after another user has approved it.',
    ),
  })
  .meta({ id: 'AccountChanges' });
export type AccountChanges = z.output<typeof accountChanges>;

const retention = z
  .object({ ...getDeliveryRetention.response.shape, ...getTrackingRetention.response.partial().shape })
  .meta({
    id: 'Retention',
    description: 'How long data is kept. `webhook_days` is absent while its service is unavailable.',
  });

const smtp = z
  .object({
    host: z.string().describe('The host name.'),
    port: z.int().describe('The port.'),
    security: z.enum(['tls', 'starttls', 'none']).describe('How the connection is encrypted.'),
  })
  .meta({ id: 'SmtpAddress', description: 'Where applications send email by SMTP.' });

/** The account with its settings, including those of the operator. */
export const accountResource = z
  .object({
    object: z.literal('account'),
    id: id('account').describe('Its id.'),
    name: z.string().describe('The name.'),
    created: timestamp.describe('When it was created.'),
    default_sender: sender.optional().describe('The default sender.'),
    tracking: z
      .object({
        opens: z.boolean().optional().describe('Whether opens are tracked; absent if not set.'),
        clicks: z.boolean().optional().describe('Whether clicks are tracked; absent if not set.'),
      })
      .describe('Default tracking, where neither the send nor the template decides.'),
    require_review: z.boolean().describe('Whether a version is published only after another user has approved it.'),
    tracking_domain: z
      .string()
      .optional()
      .describe('The host name of tracked links, set by the operator; absent if it is that of the installation.'),
    smtp: smtp.optional().describe('Where to send by SMTP; absent if the installation does not accept it.'),
    retention: retention
      .optional()
      .describe('How long data is kept, set by the operator; absent while the delivery service is unavailable.'),
  })
  .meta({ id: 'Account', description: 'The account of the key or session.' });
export type AccountResource = z.output<typeof accountResource>;

/** Undefined when the installation accepts no email by SMTP. */
export function getSmtp(
  config: Pick<GatewayConfig, 'PUBLIC_URL' | 'PORT' | 'TLS_CERT' | 'SMTP_PORT' | 'SMTPS_PORT'>,
): AccountResource['smtp'] {
  const { hostname: host } = new URL(publicUrl(config));
  const { SMTP_PORT, SMTPS_PORT, TLS_CERT } = config;
  if (SMTP_PORT !== undefined) return { host, port: SMTP_PORT, security: TLS_CERT === undefined ? 'none' : 'starttls' };
  return SMTPS_PORT === undefined ? undefined : { host, port: SMTPS_PORT, security: 'tls' };
}

export const toAccountResource = (account: Omit<AccountEntity, 'systemMail'>): AccountResource => {
  const { domain, ...tracking } = account.tracking ?? {};
  return {
    object: 'account',
    id: account.id,
    name: account.name,
    created: toTimestamp(account.createdAt),
    ...(account.defaultSender ? { default_sender: account.defaultSender } : {}),
    tracking,
    require_review: account.requireReview,
    ...(domain === undefined ? {} : { tracking_domain: domain }),
  };
};
