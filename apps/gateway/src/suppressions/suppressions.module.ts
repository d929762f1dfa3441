import { Module } from '@nestjs/common';
import { SuppressionsController } from './suppressions.controller.js';

/** Suppressed addresses. */
@Module({ controllers: [SuppressionsController] })
export class SuppressionsModule {}
