import { outboxEntities } from '@postrider/outbox';
import type { DatabaseDefinition } from '@postrider/service';
import { trackingTables } from './tables.js';
import { trackingPersonalData } from './personal-data/personal-data.js';
import { Initial1790000000000 } from './migrations/1790000000000-initial.js';
import { WebhookFormat1790000200000 } from './migrations/1790000200000-webhook-format.js';
import { DeliveryTimes1790000700000 } from './migrations/1790000700000-delivery-times.js';
import { ClicksOfLog1790000900001, ErasedLogs1790000900000 } from './migrations/1790000900000-erased-logs.js';
import { ClicksByTemplate1790001500000 } from './migrations/1790001500000-clicks-by-template.js';
import { WeeklyReports1790001200000 } from './migrations/1790001200000-weekly-reports.js';
import { Alerts1790000800000 } from './migrations/1790000800000-alerts.js';
import { AlertEntity } from './alerts/alert.entity.js';
import { AlertNotificationEntity } from './alerts/notifications/alert-notification.entity.js';
import { ArrivalEntity } from './engagements/arrival.entity.js';
import { EngagementCountEntity } from './engagements/engagement-count.entity.js';
import { EngagementEntity } from './engagements/engagement.entity.js';
import { DailyCountEntity } from './daily-counts/daily-count.entity.js';
import { WebhookEntity } from './webhooks/webhook.entity.js';

export const trackingDatabase: DatabaseDefinition = {
  schema: 'tracking',
  entities: [
    AlertEntity,
    AlertNotificationEntity,
    DailyCountEntity,
    ArrivalEntity,
    EngagementEntity,
    EngagementCountEntity,
    WebhookEntity,
    ...outboxEntities,
    ...trackingTables,
  ],
  personalData: trackingPersonalData,
  migrations: [
    Initial1790000000000,
    WebhookFormat1790000200000,
    DeliveryTimes1790000700000,
    Alerts1790000800000,
    ErasedLogs1790000900000,
    ClicksOfLog1790000900001,
    WeeklyReports1790001200000,
    ClicksByTemplate1790001500000,
  ],
};
