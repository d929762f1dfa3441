import { Module } from '@nestjs/common';
import { BatchController } from './batch.controller.js';
import { BatchService } from './batch.service.js';

/** Several calls in one request. Batches reach the other routes only through Express. */
@Module({ controllers: [BatchController], providers: [BatchService] })
export class BatchModule {}
