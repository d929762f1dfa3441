import { Module } from '@nestjs/common';
import { ConversionsController } from './conversions.controller.js';

/** Conversions that callers report. */
@Module({ controllers: [ConversionsController] })
export class ConversionsModule {}
