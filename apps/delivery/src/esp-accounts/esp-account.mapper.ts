import type { EspAccountResource } from '@postrider/contracts';
import type { EspAccountEntity } from './esp-account.entity.js';

/** Credentials never leave (SPEC.md section 2, ESP account). */
export const toEspAccountResource = (account: EspAccountEntity): EspAccountResource => ({
  object: 'esp_account',
  id: account.id,
  created: Math.floor(account.createdAt.getTime() / 1000),
  esp_type: account.espType,
  name: account.name,
});
