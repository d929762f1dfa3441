import type { DatabaseDefinition } from '@postrider/service';
import { CreateStatistics1790000000000 } from './migrations/1790000000000-create-statistics.js';
import { WallAccounts1795341992416 } from './migrations/1795341992416-wall-accounts.js';
import { CreateWebhooks1795342198418 } from './migrations/1795342198418-create-webhooks.js';
import { AddEngagements1795343405453 } from './migrations/1795343405453-add-engagements.js';
import { ArrivalEntity } from './engagements/arrival.entity.js';
import { EngagementCountEntity } from './engagements/engagement-count.entity.js';
import { EngagementEntity } from './engagements/engagement.entity.js';
import { CreateProviderEvents1795343072891 } from './migrations/1795343072891-create-provider-events.js';
import { CreateEventStreams1795355906109 } from './migrations/1795355906109-create-event-streams.js';
import { CreateFigures1795354203749 } from './migrations/1795354203749-create-figures.js';
import { HoldWebhookPosts1795387299501 } from './migrations/1795387299501-hold-webhook-posts.js';
import { SumFigures1795401396672 } from './migrations/1795401396672-sum-figures.js';
import { CountRefusedMail1795608412377 } from './migrations/1795608412377-count-refused-mail.js';
import { WallProviderEvents1795345525227 } from './migrations/1795345525227-wall-provider-events.js';
import { AddLeftToOfOutbox1795412000024 } from './migrations/1795412000024-add-left-to-of-outbox.js';
import { ProviderEventEntity } from './provider-events/provider-event.entity.js';
import { DailyCountEntity } from './daily-counts/daily-count.entity.js';
import { WebhookEntity } from './webhooks/webhook.entity.js';

export const trackingDatabase: DatabaseDefinition = {
  schema: 'tracking',
  entities: [
    DailyCountEntity,
    ArrivalEntity,
    EngagementEntity,
    EngagementCountEntity,
    ProviderEventEntity,
    WebhookEntity,
  ],
  migrations: [
    CreateStatistics1790000000000,
    WallAccounts1795341992416,
    CreateWebhooks1795342198418,
    CreateProviderEvents1795343072891,
    AddEngagements1795343405453,
    WallProviderEvents1795345525227,
    CreateFigures1795354203749,
    CreateEventStreams1795355906109,
    HoldWebhookPosts1795387299501,
    SumFigures1795401396672,
    AddLeftToOfOutbox1795412000024,
    CountRefusedMail1795608412377,
  ],
};
