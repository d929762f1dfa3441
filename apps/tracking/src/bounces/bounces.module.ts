import { Module } from '@nestjs/common';
import { BounceServer } from './bounce-server.js';
import { BouncesService } from './bounces.service.js';
import { ReturnPaths } from './return-paths.js';

/** Mails that came back to where their mail servers return what they cannot deliver. */
@Module({ providers: [BouncesService, BounceServer, ReturnPaths] })
export class BouncesModule {}
