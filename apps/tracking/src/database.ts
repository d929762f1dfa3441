import type { DatabaseDefinition } from '@postrider/service';
import { CreateStatistics1790000000000 } from './migrations/1790000000000-create-statistics.js';
import { AddEngagements1795343405453 } from './migrations/1795343405453-add-engagements.js';
import { ArrivalEntity } from './engagements/arrival.entity.js';
import { EngagementCountEntity } from './engagements/engagement-count.entity.js';
import { EngagementEntity } from './engagements/engagement.entity.js';
import { DailyCountEntity } from './statistics/daily-count.entity.js';

export const trackingDatabase: DatabaseDefinition = {
  schema: 'tracking',
  entities: [DailyCountEntity, ArrivalEntity, EngagementEntity, EngagementCountEntity],
  migrations: [CreateStatistics1790000000000, AddEngagements1795343405453],
};
