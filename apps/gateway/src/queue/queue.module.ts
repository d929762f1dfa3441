import { Module } from '@nestjs/common';
import { QueueController } from './queue.controller.js';

/** Messages that wait. */
@Module({ controllers: [QueueController] })
export class QueueModule {}
