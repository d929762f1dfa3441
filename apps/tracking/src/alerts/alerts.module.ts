import { Module } from '@nestjs/common';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { AlertsController } from './alerts.controller.js';
import { AlertsRepository } from './alerts.repository.js';
import { AlertsService } from './alerts.service.js';
import { AlertEvaluationTask } from './evaluation/alert-evaluation.task.js';
import { AlertMeasurements } from './evaluation/measurements.js';
import { MeasurementsRepository } from './evaluation/measurements.repository.js';
import { AlertNotifier } from './notifications/alert-notifier.js';
import { NotificationsRepository } from './notifications/notifications.repository.js';
import { SlackTask } from './notifications/slack.task.js';
import { SlackVault } from './slack-vault.js';

/** Alerts of accounts: settings, evaluation and notifications. */
@Module({
  imports: [WebhooksModule],
  controllers: [AlertsController],
  providers: [
    AlertsService,
    AlertsRepository,
    AlertEvaluationTask,
    AlertMeasurements,
    MeasurementsRepository,
    AlertNotifier,
    NotificationsRepository,
    SlackTask,
    SlackVault,
  ],
  exports: [AlertsRepository, NotificationsRepository],
})
export class AlertsModule {}
