import { Module } from '@nestjs/common';
import { BatchController } from './batch.controller.js';
import { BatchService } from './batch.service.js';

/** Several calls in one. It reaches the other routes through Express alone. */
@Module({ controllers: [BatchController], providers: [BatchService] })
export class BatchModule {}
