import {
  optionalOrEmpty,
  getDeliveryRetention,
  getTrackingRetention,
  sender,
  text,
  timestamp,
  id,
  trackingChoice,
} from '@postrider/contracts';
import { z } from 'zod';
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
  })
  .meta({ id: 'AccountChanges' });
export type AccountChanges = z.output<typeof accountChanges>;

const retention = z
  .object({ ...getDeliveryRetention.response.shape, ...getTrackingRetention.response.partial().shape })
  .meta({
    id: 'Retention',
    description: 'How long data is kept. `webhook_days` is absent while its service is unavailable.',
  });

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
    tracking_domain: z
      .string()
      .optional()
      .describe('The host name of tracked links, set by the operator; absent if it is that of the installation.'),
    retention: retention
      .optional()
      .describe('How long data is kept, set by the operator; absent while the delivery service is unavailable.'),
  })
  .meta({ id: 'Account', description: 'The account of the key or session.' });
export type AccountResource = z.output<typeof accountResource>;

export const toAccountResource = (account: Omit<AccountEntity, 'systemMail'>): AccountResource => {
  const { domain, ...tracking } = account.tracking ?? {};
  return {
    object: 'account',
    id: account.id,
    name: account.name,
    created: Math.floor(account.createdAt.getTime() / 1_000),
    ...(account.defaultSender ? { default_sender: account.defaultSender } : {}),
    tracking,
    ...(domain === undefined ? {} : { tracking_domain: domain }),
  };
};
