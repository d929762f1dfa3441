import { Inject, Injectable } from '@nestjs/common';
import { Vault } from '@postrider/secrets';
import { CONFIG } from '@postrider/service';
import type { TrackingConfig } from '../config.js';

/** Encrypts the URLs of Slack channels: anyone who knows one can post to the channel. */
@Injectable()
export class SlackVault extends Vault {
  constructor(@Inject(CONFIG) { SECRETS_KEY }: Pick<TrackingConfig, 'SECRETS_KEY'>) {
    super(SECRETS_KEY, { service: 'tracking', table: 'alerts', field: 'slack_url' });
  }
}
