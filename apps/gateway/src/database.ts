import type { DatabaseDefinition } from '@postrider/service';
import { rateBucketsEntity } from '@postrider/limits';
import { withoutPersonalData } from '@postrider/service';
import { AccountEntity } from './accounts/account.entity.js';
import { ApiKeyEntity } from './api-keys/api-key.entity.js';
import { Initial1790000000000 } from './migrations/1790000000000-initial.js';
import { gatewayTables } from './tables.js';

export const gatewayDatabase: DatabaseDefinition = {
  schema: 'gateway',
  entities: [AccountEntity, ApiKeyEntity, rateBucketsEntity, ...gatewayTables],
  // Its users are people of the account, whom the account removes.
  personalData: withoutPersonalData('api_keys', 'memberships', 'audit_entries'),
  migrations: [Initial1790000000000],
};
