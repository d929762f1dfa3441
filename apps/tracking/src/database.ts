import type { DatabaseDefinition } from '@postrider/service';
import { CreateStatistics1790000000000 } from './migrations/1790000000000-create-statistics.js';
import { WallAccounts1795341992416 } from './migrations/1795341992416-wall-accounts.js';
import { DailyCountEntity } from './statistics/daily-count.entity.js';

export const trackingDatabase: DatabaseDefinition = {
  schema: 'tracking',
  entities: [DailyCountEntity],
  migrations: [CreateStatistics1790000000000, WallAccounts1795341992416],
};
