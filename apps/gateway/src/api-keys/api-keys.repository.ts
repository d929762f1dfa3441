import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository } from 'typeorm';
import { ApiKeyEntity } from './api-key.entity.js';

export type NewApiKey = Pick<
  ApiKeyEntity,
  'id' | 'accountId' | 'kind' | 'name' | 'secretHash' | 'hint' | 'scopes' | 'expiresAt'
>;

@Injectable()
export class ApiKeysRepository {
  constructor(@InjectRepository(ApiKeyEntity) private readonly keys: Repository<ApiKeyEntity>) {}

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
}
