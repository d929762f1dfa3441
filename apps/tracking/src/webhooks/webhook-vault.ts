import { Inject, Injectable } from '@nestjs/common';
import { Vault } from '@postrider/secrets';
import { CONFIG } from '@postrider/service';
import type { TrackingConfig } from '../config.js';

/** Encrypts and decrypts the signing secrets of webhooks (docs/architecture.md#secrets). */
@Injectable()
export class WebhookVault extends Vault {
  constructor(@Inject(CONFIG) { SECRETS_KEY }: Pick<TrackingConfig, 'SECRETS_KEY'>) {
    super(SECRETS_KEY, { service: 'tracking', table: 'webhooks', field: 'secrets' });
  }
}
