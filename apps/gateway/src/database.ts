import type { DatabaseDefinition } from '@postrider/service';
import { withoutPersonalData } from '@postrider/service';
import { AccountEntity } from './accounts/account.entity.js';
import { ApiKeyEntity } from './api-keys/api-key.entity.js';
import { Initial1790000000000 } from './migrations/1790000000000-initial.js';

export const gatewayDatabase: DatabaseDefinition = {
  schema: 'gateway',
  entities: [AccountEntity, ApiKeyEntity],
  // Its users are people of the account, whom the account removes.
  personalData: withoutPersonalData('api_keys', 'memberships', 'audit_entries'),
  migrations: [Initial1790000000000],
};
