import { Module } from '@nestjs/common';
import { TemplatesController } from './templates.controller.js';
import { SamplesController } from './samples.controller.js';
import { VersionsController } from './versions.controller.js';
import { LastSent } from './last-sent.js';

/** Templates, their versions and sample data. */
@Module({ controllers: [TemplatesController, VersionsController, SamplesController], providers: [LastSent] })
export class TemplatesModule {}
