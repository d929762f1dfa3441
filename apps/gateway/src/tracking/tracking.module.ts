import { Module } from '@nestjs/common';
import { EngagementBuffer } from './engagement-buffer.js';
import { LinkedMails } from './linked-mails.js';
import { TrackingDomains } from './tracking-domains.js';
import { TrackingLinks } from './tracking-links.js';

/** The links in mails, for whoever follows them. */
@Module({
  providers: [EngagementBuffer, LinkedMails, TrackingDomains, TrackingLinks],
  exports: [TrackingDomains, TrackingLinks],
})
export class TrackingModule {}
