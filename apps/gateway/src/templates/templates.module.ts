import { Module } from '@nestjs/common';
import { IdentityHooksModule } from '../identity-hooks/identity-hooks.module.js';
import { TemplatesController } from './templates.controller.js';
import { SamplesController } from './samples.controller.js';
import { VersionsController } from './versions.controller.js';
import { AuthorsRepository } from './authors.repository.js';
import { LastSent } from './last-sent.js';

/** Templates, their versions and sample data. */
@Module({
  imports: [IdentityHooksModule],
  controllers: [TemplatesController, VersionsController, SamplesController],
  providers: [AuthorsRepository, LastSent],
})
export class TemplatesModule {}
