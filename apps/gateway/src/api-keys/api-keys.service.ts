import { Injectable } from '@nestjs/common';
import { newId, ServiceError, notFound } from '@postrider/contracts';
import { AuthenticationService } from '../authentication/authentication.service.js';
import type { Caller } from '../http/caller.js';
import type { ApiKeyEntity } from './api-key.entity.js';
import type { ApiKeyBody, ApiKeyResource, NewApiKeyResource } from './api-key.js';
import { toApiKeyResource } from './api-key.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { toStoredForm, newSecret } from '../authentication/credentials.js';

/** Creates and revokes keys. A key cannot create one with more rights than its own. */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly authentication: AuthenticationService,
  ) {}

  async list(caller: Caller): Promise<ApiKeyResource[]> {
    return (await this.keys.list(caller.accountId)).map(toApiKeyResource);
  }

  async create(caller: Caller, body: ApiKeyBody): Promise<NewApiKeyResource> {
    const scopes = body.scopes ?? null;
    this.rejectTestOverLive(caller, body.kind);
    if (caller.scopes !== null && (scopes === null || scopes.some((scope) => !caller.scopes?.includes(scope)))) {
      throw new ServiceError('forbidden', 'An API key cannot create one with more scopes than its own');
    }
    const expiresAt = body.expires === undefined ? null : new Date(body.expires * 1000);
    await this.rejectLongerExpiry(caller, expiresAt);
    const secret = newSecret(body.kind);
    const key = await this.keys.add(
      {
        id: newId('apiKey'),
        accountId: caller.accountId,
        kind: body.kind,
        name: body.name,
        scopes,
        expiresAt,
        ...toStoredForm(secret),
      },
      caller,
    );
    return { ...toApiKeyResource(key), secret };
  }

  async revoke(caller: Caller, id: string): Promise<void> {
    const key: ApiKeyEntity | null = await this.keys.find(caller.accountId, id);
    if (!key) notFound('API key');
    this.rejectTestOverLive(caller, key.kind);
    await this.keys.revoke(caller.accountId, id);
    this.authentication.evict(id);
  }

  private async rejectLongerExpiry(caller: Caller, expiresAt: Date | null): Promise<void> {
    const end = caller.user ? null : (await this.keys.find(caller.accountId, caller.keyId))?.expiresAt;
    if (end && (expiresAt === null || expiresAt > end))
      throw new ServiceError('forbidden', 'An API key that expires cannot create one that is valid for longer');
  }

  private rejectTestOverLive(caller: Caller, kind: Caller['kind']): void {
    if (caller.kind === 'test' && kind === 'live')
      throw new ServiceError('forbidden', 'A test key cannot create or revoke live keys');
  }
}
