import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { SystemMailModule } from '../system-mail/system-mail.module.js';
import { AlertEmailsTask } from './alert-emails.task.js';
import { AlertsController } from './alerts.controller.js';

/** Alerts of accounts, and their emails. */
@Module({ imports: [AccountsModule, SystemMailModule], controllers: [AlertsController], providers: [AlertEmailsTask] })
export class AlertsModule {}
