import { Inject, Injectable } from '@nestjs/common';
import { newId } from '@postrider/contracts';
import { CONFIG } from '@postrider/service';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { keptOf, newSecret } from '../api-keys/secret.js';
import type { KeyKind } from '../authentication/caller.js';
import { keyKinds } from '../authentication/caller.js';
import type { GatewayConfig } from '../config.js';

/** Secrets made just now: they can be shown once, and never again. */
export type GeneratedKeys = Partial<Record<KeyKind, string>>;

/** The first account and its keys (API.md section 10): made at the first start, completed with what the configuration names at every start. */
@Injectable()
export class BootstrapService {
  constructor(@Inject(CONFIG) private readonly config: GatewayConfig, private readonly database: DataSource) {}

  /** Replicas that start together take turns. */
  run(): Promise<GeneratedKeys> {
    return this.database.transaction(async (tx) => {
      await tx.query(`select pg_advisory_xact_lock(hashtext('postrider:gateway:bootstrap'))`);
      const existing = await this.firstAccount(tx);
      const accountId = existing ?? await this.createAccount(tx);
      await this.setSender(tx, accountId);
      const generated: GeneratedKeys = {};
      for (const kind of keyKinds) {
        const given = kind === 'live' ? this.config.BOOTSTRAP_LIVE_KEY : this.config.BOOTSTRAP_TEST_KEY;
        if (given !== undefined) await this.addKey(tx, accountId, kind, given);
        else if (existing === undefined) await this.addKey(tx, accountId, kind, generated[kind] = newSecret(kind));
      }
      return generated;
    });
  }

  private async firstAccount(tx: EntityManager): Promise<string | undefined> {
    const rows: { id: string }[] = await tx.query('select id from accounts order by id limit 1');
    return rows[0]?.id;
  }

  private async createAccount(tx: EntityManager): Promise<string> {
    const id = newId('account');
    await tx.query('insert into accounts (id, name) values ($1, $2)', [id, 'default']);
    return id;
  }

  private async setSender(tx: EntityManager, accountId: string): Promise<void> {
    const address = this.config.BOOTSTRAP_SENDER;
    if (address === undefined) return;
    await tx.query('update accounts set default_sender = $2::jsonb where id = $1', [accountId, JSON.stringify({ address, reply_to: address, name: '' })]);
  }

  /** A key that is there already stays as it is, revoked or not. */
  private async addKey(tx: EntityManager, accountId: string, kind: KeyKind, secret: string): Promise<void> {
    const { secretHash, hint } = keptOf(secret);
    await tx.query(
      `insert into api_keys (id, account_id, kind, name, secret_hash, hint) values ($1, $2, $3, $4, $5, $6) on conflict (secret_hash) do nothing`,
      [newId('apiKey'), accountId, kind, `first ${kind} key`, secretHash, hint],
    );
  }
}
