import type { DatabaseDefinition } from '@postrider/service';
import { AccountEntity } from './accounts/account.entity.js';
import { ApiKeyEntity } from './api-keys/api-key.entity.js';
import { Initial1790000000000 } from './migrations/1790000000000-initial.js';

export const gatewayDatabase: DatabaseDefinition = {
  schema: 'gateway',
  entities: [AccountEntity, ApiKeyEntity],
  migrations: [Initial1790000000000],
};
