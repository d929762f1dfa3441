import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@postrider/service';
import { DataSource } from 'typeorm';
import { newSecret } from '../authentication/credentials.js';
import type { KeyKind } from '../http/caller.js';
import { keyKinds } from '../http/caller.js';
import type { GatewayConfig } from '../config.js';
import { AccountsRepository } from './accounts.repository.js';

/** Newly generated secrets, which can be shown only once. */
export type GeneratedKeys = Partial<Record<KeyKind, string>>;

/**
 * Creates the first account and its keys at the first start (docs/reference/api-keys.md). Every start adds the
 * configured keys, and the configured sender unless the account has ever set one.
 */
@Injectable()
export class BootstrapService {
  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    private readonly database: DataSource,
    private readonly accounts: AccountsRepository,
  ) {}

  /** Takes a lock, because replicas may start at the same time. */
  run(): Promise<GeneratedKeys> {
    return this.accounts.withLock(this.database, async (tx) => {
      const existing = await this.accounts.findFirst(tx);
      const accountId = existing ?? (await this.accounts.create(tx, 'My company'));
      if (this.config.BOOTSTRAP_SENDER !== undefined)
        await this.accounts.setFirstSender(tx, accountId, this.config.BOOTSTRAP_SENDER);
      const generated: GeneratedKeys = {};
      for (const kind of keyKinds) {
        const configured = kind === 'live' ? this.config.BOOTSTRAP_LIVE_KEY : this.config.BOOTSTRAP_TEST_KEY;
        if (configured !== undefined) await this.accounts.addKey(tx, accountId, kind, configured);
        else if (existing === undefined)
          await this.accounts.addKey(tx, accountId, kind, (generated[kind] = newSecret(kind)));
      }
      return generated;
    });
  }
}
