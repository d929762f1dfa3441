import { Module } from '@nestjs/common';
import { BounceServer } from './bounce-server.js';
import { BouncesService } from './bounces.service.js';
import { ReturnPaths } from './return-paths.js';

/** Receives returned email (bounces). */
@Module({ providers: [BouncesService, BounceServer, ReturnPaths] })
export class BouncesModule {}
