import { Injectable } from '@nestjs/common';
import { Batcher } from '@postrider/concurrency';
import type { LimitOverrides } from '@postrider/contracts';
import { SystemPool } from '@postrider/service';
import type { Caller } from '../http/caller.js';
import { rightsOfKey } from './credentials.js';

/** A key that is not revoked, with what authentication needs. */
export interface StoredKey {
  readonly caller: Caller;
  /** Unix milliseconds. */
  readonly expiresAt: number | null;
}

interface FoundRow {
  readonly digest: string;
  readonly caller: Caller;
  readonly limits: LimitOverrides | null;
  readonly expires_at: Date | null;
}

/** Keys per statement, and concurrent statements. They bound the cost of requests with made-up keys. */
const lookups = { batch: 200, concurrent: 2 };

/** Queries without an account id, because the key determines the account. */
@Injectable()
export class StoredKeysRepository {
  private readonly lookUp = new Batcher((digests: readonly string[]) => this.findAll(digests), lookups);

  constructor(private readonly systemPool: SystemPool) {}

  /** `digest` is hexadecimal. */
  findByDigest(digest: string): Promise<StoredKey | undefined> {
    return this.lookUp.add(digest);
  }

  private async findAll(digests: readonly string[]): Promise<readonly (StoredKey | undefined)[]> {
    const { rows } = await this.systemPool.query<FoundRow>(
      `select encode(k.secret_hash, 'hex') as digest, json_build_object('accountId', k.account_id, 'keyId', k.id, 'kind', k.kind, 'scopes', k.scopes, 'defaultSender', a.default_sender, 'tracking', a.tracking, 'requiresReview', a.require_review) as caller, a.limits, k.expires_at
       from api_keys k join accounts a on a.id = k.account_id
       where k.secret_hash in (select decode(digest, 'hex') from unnest($1::text[]) digest) and k.revoked_at is null`,
      [digests],
    );
    const found = new Map(
      rows.map(({ digest, caller, limits, expires_at }) => [
        digest,
        {
          caller: { ...caller, scopes: rightsOfKey(caller.scopes), ...(limits ? { limits } : {}) },
          expiresAt: expires_at?.getTime() ?? null,
        },
      ]),
    );
    return digests.map((digest) => found.get(digest));
  }

  async markUsed(ids: readonly string[]): Promise<void> {
    await this.systemPool.query(
      `update api_keys set last_used_at = now() where id = any($1::text[]) and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
      [ids],
    );
  }
}
