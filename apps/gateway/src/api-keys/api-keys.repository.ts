import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { LimitedBy } from '@postrider/contracts';
import { CountedRows } from '@postrider/limits';
import { runInTransaction } from '@postrider/service';
import type { EntityManager } from 'typeorm';
import { IsNull, Repository } from 'typeorm';
import { ApiKeyEntity } from './api-key.entity.js';

export type NewApiKey = Pick<
  ApiKeyEntity,
  'id' | 'accountId' | 'kind' | 'name' | 'secretHash' | 'hint' | 'scopes' | 'expiresAt'
>;

@Injectable()
export class ApiKeysRepository {
  private readonly counted = new CountedRows('api_keys', 'api_keys', 'revoked_at is null');

  constructor(@InjectRepository(ApiKeyEntity) private readonly keys: Repository<ApiKeyEntity>) {}

  list(accountId: string): Promise<ApiKeyEntity[]> {
    return this.within(accountId, (tx) =>
      tx.find(ApiKeyEntity, { where: { accountId, revokedAt: IsNull() }, order: { id: 'ASC' } }),
    );
  }

  find(accountId: string, id: string): Promise<ApiKeyEntity | null> {
    return this.within(accountId, (tx) => tx.findOneBy(ApiKeyEntity, { accountId, id, revokedAt: IsNull() }));
  }

  count(accountId: string): Promise<number> {
    return this.within(accountId, (tx) => tx.countBy(ApiKeyEntity, { accountId, revokedAt: IsNull() }));
  }

  /** @throws ServiceError `quota_exceeded` */
  add(key: NewApiKey, limits: LimitedBy): Promise<ApiKeyEntity> {
    const { accountId, id } = key;
    return this.counted.add(this.keys.manager, { ...limits, accountId }, (tx) =>
      runInTransaction(tx, accountId, async (inside) => {
        await inside.insert(ApiKeyEntity, key);
        return inside.findOneByOrFail(ApiKeyEntity, { accountId, id });
      }),
    );
  }

  /** Returns false if the key does not exist or is revoked already. */
  async revoke(accountId: string, id: string): Promise<boolean> {
    const [, revoked] = await this.within(accountId, (tx) =>
      tx.query<[unknown, number]>(
        'update api_keys set revoked_at = now() where account_id = $1 and id = $2 and revoked_at is null',
        [accountId, id],
      ),
    );
    return revoked > 0;
  }

  private within<Result>(accountId: string, work: (tx: EntityManager) => Promise<Result>): Promise<Result> {
    return runInTransaction(this.keys.manager, accountId, work);
  }
}
