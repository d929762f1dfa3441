import type { EspAccountResource } from '@postrider/contracts';
import type { EspAccountEntity } from './esp-account.entity.js';

/**
 * Credentials never leave (docs/api.md#esp-accounts); extension fields are left out where they are not set
 * (docs/api.md#conventions).
 */
export const toEspAccountResource = (
  { settings, ...account }: EspAccountEntity,
  defaultId: string | undefined,
): EspAccountResource => ({
  object: 'esp_account',
  id: account.id,
  created: Math.floor(account.createdAt.getTime() / 1000),
  esp_type: account.espType,
  name: account.name,
  is_default: account.id === defaultId,
  ...(account.credentials === null && { needs_credentials: true }),
  default_sender: account.defaultSender ?? undefined,
  region: settings.region,
  configuration_set: settings.configurationSet,
  implicit_tls: settings.implicitTls,
  bounces: settings.bounces,
  tracking: settings.tracking,
  rate_per_second: account.ratePerSecond ?? undefined,
  fallback: account.fallbackId ?? undefined,
});
