import { Module } from '@nestjs/common';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { LinkChecksController } from './link-checks.controller.js';
import { LinkChecksService } from './link-checks.service.js';

/** Checks whether the links of a template respond (docs/reference/drafts.md). */
@Module({ imports: [WebhooksModule], controllers: [LinkChecksController], providers: [LinkChecksService] })
export class LinkChecksModule {}
