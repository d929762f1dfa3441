import { Injectable } from '@nestjs/common';
import { newId } from '@postrider/contracts';
import type { EntityManager } from 'typeorm';
import { storedFormOf } from '../api-keys/secret.js';
import type { KeyKind } from '../http/caller.js';

/** Always within the caller's transaction: an account without keys could never be reached. */
@Injectable()
export class AccountsRepository {
  /** Makes others that ask for the same wait until this transaction is over. */
  async lock(tx: EntityManager): Promise<void> {
    await tx.query(`select pg_advisory_xact_lock(hashtext('postrider:gateway:accounts'))`);
  }

  async findFirst(tx: EntityManager): Promise<string | undefined> {
    const rows: { id: string }[] = await tx.query('select id from accounts order by id limit 1');
    return rows[0]?.id;
  }

  async create(tx: EntityManager, name: string): Promise<string> {
    const id = newId('account');
    await tx.query('insert into accounts (id, name) values ($1, $2)', [id, name]);
    return id;
  }

  /** An address alone: answers go to it, and it has no name. */
  async setDefaultSender(tx: EntityManager, accountId: string, address: string): Promise<void> {
    await tx.query('update accounts set default_sender = $2::jsonb where id = $1', [
      accountId,
      JSON.stringify({ address, reply_to: address, name: '' }),
    ]);
  }

  /** A key that is there already stays as it is, revoked or not. */
  async addKey(tx: EntityManager, accountId: string, kind: KeyKind, secret: string): Promise<void> {
    const { secretHash, hint } = storedFormOf(secret);
    await tx.query(
      'insert into api_keys (id, account_id, kind, name, secret_hash, hint) values ($1, $2, $3, $4, $5, $6) on conflict (secret_hash) do nothing',
      [newId('apiKey'), accountId, kind, `first ${kind} key`, secretHash, hint],
    );
  }
}
