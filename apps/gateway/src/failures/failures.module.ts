import { Module } from '@nestjs/common';
import { FailuresController } from './failures.controller.js';

/** Messages that failed. */
@Module({ controllers: [FailuresController] })
export class FailuresModule {}
