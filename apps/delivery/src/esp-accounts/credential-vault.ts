import { Inject, Injectable } from '@nestjs/common';
import { Vault } from '@postrider/secrets';
import { CONFIG } from '@postrider/service';
import type { DeliveryConfig } from '../config.js';

/** Encrypts the secrets of ESP accounts (docs/architecture.md#secrets); the default field is `credentials`. */
@Injectable()
export class CredentialVault extends Vault {
  constructor(@Inject(CONFIG) { SECRETS_KEY }: DeliveryConfig) {
    super(SECRETS_KEY, { service: 'delivery', table: 'esp_accounts', field: 'credentials' });
  }
}
