import { Module } from '@nestjs/common';
import { ConversionsController } from './conversions.controller.js';
import { ConversionsRepository } from './conversions.repository.js';

@Module({ controllers: [ConversionsController], providers: [ConversionsRepository] })
export class ConversionsModule {}
