import { Module } from '@nestjs/common';
import { LogsController } from './logs.controller.js';
import { LogsRepository } from './logs.repository.js';

/** The one history of every message, as callers read it. */
@Module({ controllers: [LogsController], providers: [LogsRepository] })
export class LogsModule {}
