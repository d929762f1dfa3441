import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { HttpModule } from '../http/http.module.js';
import { EngagementBuffer } from './engagement-buffer.js';
import { LinkedImages } from './linked-images.js';
import { LinkedMails } from './linked-mails.js';
import { TrackingDomains, TrackingPages } from './tracking.middleware.js';
import { TrackingLinks } from './tracking-links.js';

/** The links in emails. */
@Module({
  imports: [AccountsModule, HttpModule],
  providers: [EngagementBuffer, LinkedImages, LinkedMails, TrackingDomains, TrackingLinks, TrackingPages],
  exports: [LinkedImages, TrackingDomains, TrackingLinks, TrackingPages],
})
export class TrackingModule {}
