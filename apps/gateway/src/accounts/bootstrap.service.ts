import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@postrider/service';
import { DataSource } from 'typeorm';
import { newSecret } from '../authentication/credentials.js';
import type { KeyKind } from '../http/caller.js';
import { keyKinds } from '../http/caller.js';
import type { GatewayConfig } from '../config.js';
import { AccountsRepository } from './accounts.repository.js';

/** Secrets made just now: they can be shown once, and never again. */
export type GeneratedKeys = Partial<Record<KeyKind, string>>;

/**
 * The first account and its keys (docs/reference/api-keys.md): made at the first start. Every start adds the keys that the configuration names, and
 * its sender while the account has never set one.
 */
@Injectable()
export class BootstrapService {
  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    private readonly database: DataSource,
    private readonly accounts: AccountsRepository,
  ) {}

  /** Replicas that start together take turns. */
  run(): Promise<GeneratedKeys> {
    return this.accounts.inTurn(this.database, async (tx) => {
      const existing = await this.accounts.findFirst(tx);
      const accountId = existing ?? (await this.accounts.create(tx, 'default'));
      if (this.config.BOOTSTRAP_SENDER !== undefined)
        await this.accounts.setFirstSender(tx, accountId, this.config.BOOTSTRAP_SENDER);
      const generated: GeneratedKeys = {};
      for (const kind of keyKinds) {
        const given = kind === 'live' ? this.config.BOOTSTRAP_LIVE_KEY : this.config.BOOTSTRAP_TEST_KEY;
        if (given !== undefined) await this.accounts.addKey(tx, accountId, kind, given);
        else if (existing === undefined)
          await this.accounts.addKey(tx, accountId, kind, (generated[kind] = newSecret(kind)));
      }
      return generated;
    });
  }
}
