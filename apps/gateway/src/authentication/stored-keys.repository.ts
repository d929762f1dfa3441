import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Caller } from '../http/caller.js';

/** A key that is not revoked, as authentication needs it. */
export interface StoredKey {
  readonly caller: Caller;
  /** Unix milliseconds. */
  readonly expiresAt: number | null;
}

/** Keys of any account: the one place whose queries have none, because they are what finds it. */
@Injectable()
export class StoredKeysRepository {
  constructor(private readonly database: DataSource) {}

  /** `digest` is hexadecimal. */
  async findByDigest(digest: string): Promise<StoredKey | undefined> {
    const rows: { caller: Caller; expires_at: Date | null }[] = await this.database.query(
      `select json_build_object('accountId', k.account_id, 'keyId', k.id, 'kind', k.kind, 'scopes', k.scopes, 'defaultSender', a.default_sender) as caller, k.expires_at
       from api_keys k join accounts a on a.id = k.account_id
       where k.secret_hash = decode($1, 'hex') and k.revoked_at is null`,
      [digest],
    );
    const [row] = rows;
    return row && { caller: row.caller, expiresAt: row.expires_at?.getTime() ?? null };
  }

  async markUsed(ids: readonly string[]): Promise<void> {
    await this.database.query(
      `update api_keys set last_used_at = now() where id = any($1::text[]) and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
      [ids],
    );
  }
}
