import { Module } from '@nestjs/common';
import { ConversionsController } from './conversions.controller.js';
import { ConversionsRepository } from './conversions.repository.js';
import { ConversionsService } from './conversions.service.js';

@Module({ controllers: [ConversionsController], providers: [ConversionsService, ConversionsRepository] })
export class ConversionsModule {}
