import { Module } from '@nestjs/common';
import { ArtifactsModule } from '../artifacts/artifacts.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { LocalesModule } from '../locales/locales.module.js';
import { TransactionsModule } from '../transactions/edit-transactions.js';
import { VersionsModule } from '../versions/versions.module.js';
import { AbTestsController } from './ab-tests.controller.js';
import { AbTestsService } from './ab-tests.service.js';
import { TemplateCopiesRepository } from './template-copies.repository.js';
import { TemplateSearchRepository } from './template-search.repository.js';
import { TemplatesController } from './templates.controller.js';
import { TemplatesRepository } from './templates.repository.js';
import { TemplatesService } from './templates.service.js';

/** Templates with their locales, and A/B tests. */
@Module({
  imports: [ArtifactsModule, LimitsModule, LocalesModule, TransactionsModule, VersionsModule],
  controllers: [TemplatesController, AbTestsController],
  providers: [
    TemplatesService,
    AbTestsService,
    TemplatesRepository,
    TemplateSearchRepository,
    TemplateCopiesRepository,
  ],
  exports: [TemplatesRepository],
})
export class TemplatesModule {}
