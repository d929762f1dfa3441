import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository } from 'typeorm';
import type { Caller } from '../authentication/caller.js';
import { ApiKeyEntity } from './api-key.entity.js';

/** A usable key as authentication needs it. */
export interface StoredKey {
  readonly caller: Caller;
  /** Unix milliseconds. */
  readonly expiresAt: number | null;
}

export type NewApiKey = Pick<
  ApiKeyEntity,
  'id' | 'accountId' | 'kind' | 'name' | 'secretHash' | 'hint' | 'scopes' | 'expiresAt'
>;

@Injectable()
export class ApiKeysRepository {
  constructor(@InjectRepository(ApiKeyEntity) private readonly keys: Repository<ApiKeyEntity>) {}

  /** The one query without an account: it is what finds the account. `digest` is hexadecimal. */
  async findByDigest(digest: string): Promise<StoredKey | undefined> {
    const rows: { caller: Caller; expires_at: Date | null }[] = await this.keys.query(
      `select json_build_object('accountId', k.account_id, 'keyId', k.id, 'kind', k.kind, 'scopes', k.scopes, 'defaultSender', a.default_sender) as caller, k.expires_at
       from api_keys k join accounts a on a.id = k.account_id
       where k.secret_hash = decode($1, 'hex') and k.revoked_at is null`,
      [digest],
    );
    const [row] = rows;
    return row && { caller: row.caller, expiresAt: row.expires_at?.getTime() ?? null };
  }

  list(accountId: string): Promise<ApiKeyEntity[]> {
    return this.keys.find({ where: { accountId, revokedAt: IsNull() }, order: { id: 'ASC' } });
  }

  find(accountId: string, id: string): Promise<ApiKeyEntity | null> {
    return this.keys.findOneBy({ accountId, id, revokedAt: IsNull() });
  }

  async add(key: NewApiKey): Promise<ApiKeyEntity> {
    await this.keys.insert(key);
    return this.keys.findOneByOrFail({ accountId: key.accountId, id: key.id });
  }

  async revoke(accountId: string, id: string): Promise<void> {
    await this.keys.query(
      'update api_keys set revoked_at = now() where account_id = $1 and id = $2 and revoked_at is null',
      [accountId, id],
    );
  }

  /** Of any account: the ids come from authentication. */
  async markUsed(ids: readonly string[]): Promise<void> {
    await this.keys.query(
      `update api_keys set last_used_at = now() where id = any($1::text[]) and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
      [ids],
    );
  }
}
