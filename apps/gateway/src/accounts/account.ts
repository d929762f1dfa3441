import {
  absentable,
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

/** PATCH /account (docs/reference/account.md). Null takes a choice back, where there is a default. */
export const accountChanges = z
  .object({
    name: absentable(name).describe('The name from now on.'),
    default_sender: sender.nullable().optional().describe('Whom mail is from that names nobody; null for no one.'),
    tracking: trackingChoice
      .nullable()
      .optional()
      .describe('What is tracked where neither a send nor a template says; null for nothing.'),
  })
  .meta({ id: 'AccountChanges' });
export type AccountChanges = z.output<typeof accountChanges>;

const retention = z
  .object({ ...getDeliveryRetention.response.shape, ...getTrackingRetention.response.partial().shape })
  .meta({
    id: 'Retention',
    description: 'How long things are kept. `webhook_days` is absent where the service that knows is away.',
  });

/** What an account has decided for all its mail, and what the operator has. */
export const accountResource = z
  .object({
    object: z.literal('account'),
    id: id('account').describe('Its id.'),
    name: z.string().describe('A name for people.'),
    created: timestamp.describe('When it was made.'),
    default_sender: sender.optional().describe('Whom mail is from that names nobody.'),
    tracking: z
      .object({
        opens: z.boolean().optional().describe('Whether opens are tracked; absent where that was not decided.'),
        clicks: z.boolean().optional().describe('Whether clicks are tracked; absent where that was not decided.'),
      })
      .describe('What is tracked where neither a send nor a template says.'),
    tracking_domain: z
      .string()
      .optional()
      .describe(
        'The host name of the links in its mails, which the operator sets; absent where it is that of the installation.',
      ),
    retention: retention
      .optional()
      .describe('How long things are kept, which the operator sets; absent where the service that knows is away.'),
  })
  .meta({ id: 'Account', description: 'The account that the key or the session is of.' });
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
