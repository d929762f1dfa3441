import { Module } from '@nestjs/common';
import { ProviderEventsModule } from '../provider-events/provider-events.module.js';
import { BounceServer } from './bounce-server.js';
import { BouncesService } from './bounces.service.js';
import { ReturnPaths } from './return-paths.js';

/** Mails that came back to where their mail servers return what they cannot deliver. */
@Module({ imports: [ProviderEventsModule], providers: [BouncesService, BounceServer, ReturnPaths] })
export class BouncesModule {}
