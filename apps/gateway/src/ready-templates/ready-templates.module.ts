import { Module } from '@nestjs/common';
import { ReadyTemplatesController } from './ready-templates.controller.js';
import { ReadyTemplatesService } from './ready-templates.service.js';

/** Templates that come with Postrider. */
@Module({ controllers: [ReadyTemplatesController], providers: [ReadyTemplatesService] })
export class ReadyTemplatesModule {}
