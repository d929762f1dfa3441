import { t } from '../../i18n/texts.js';

export const scopes = ['send', 'read', 'manage'] as const;
export type Scope = (typeof scopes)[number];

export const nameOfScope = (scope: Scope): string => ({ send: t('send'), read: t('read'), manage: t('manage') })[scope];

export const meaningOfScope = (scope: Scope): string =>
  ({
    send: t('Send, resend and cancel mail, record conversions, start and stop drip campaigns for a person'),
    read: t('Read everything, render templates'),
    manage: t('Change templates, ESP accounts, webhooks, suppressions and keys'),
  })[scope];
