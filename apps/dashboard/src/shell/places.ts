import type { LinkProps } from '@tanstack/react-router';
import { t } from '../i18n/texts.js';
import type { IconName } from '../ui/icon.js';

export type Place = {
  readonly to: NonNullable<LinkProps['to']>;
  readonly label: string;
  readonly icon: IconName;
  /** After `g`. */
  readonly key: string;
};

/** The pages of the side bar: what goes out, whom it goes to, and how it is set up. */
export const places = (): readonly (readonly Place[])[] => [
  [
    { to: '/', label: t('Overview'), icon: 'overview', key: 'o' },
    { to: '/templates', label: t('Templates'), icon: 'templates', key: 't' },
    { to: '/snippets', label: t('Snippets'), icon: 'snippets', key: 'n' },
    { to: '/logs', label: t('Logs'), icon: 'logs', key: 'l' },
  ],
  [
    { to: '/customers', label: t('Customers'), icon: 'customers', key: 'c' },
    { to: '/drip_campaigns', label: t('Drip campaigns'), icon: 'drips', key: 'd' },
    { to: '/suppressions', label: t('Suppressions'), icon: 'suppressions', key: 's' },
    { to: '/failures', label: t('Failures'), icon: 'failures', key: 'f' },
  ],
  [
    { to: '/esp_accounts', label: t('ESP accounts'), icon: 'esp-accounts', key: 'e' },
    { to: '/webhooks', label: t('Webhooks'), icon: 'webhooks', key: 'w' },
    { to: '/api_keys', label: t('API keys'), icon: 'api-keys', key: 'k' },
    { to: '/users', label: t('Users'), icon: 'users', key: 'u' },
    { to: '/audit', label: t('Audit'), icon: 'audit', key: 'a' },
    { to: '/account', label: t('Account'), icon: 'account', key: 'i' },
  ],
];
