import { Module } from '@nestjs/common';
import { LogsController } from './logs.controller.js';

/** Logs of messages. */
@Module({ controllers: [LogsController] })
export class LogsModule {}
