import { Module } from '@nestjs/common';
import { ArtifactsModule } from './artifacts/artifacts.module.js';
import { ChecksModule } from './checks/checks.module.js';
import { ImagesModule } from './images/images.module.js';
import { ResolutionModule } from './resolution/resolution.module.js';
import { SamplesModule } from './samples/samples.module.js';
import { SnippetsModule } from './snippets/snippets.module.js';
import { TemplatesModule } from './templates/templates.module.js';
import { TranslationsModule } from './translations/translations.module.js';
import { VersionsModule } from './versions/versions.module.js';
import type { RetentionRule, ServiceDefinition } from '@postrider/service';
import { defineConfig, olderThan, serviceVariables } from '@postrider/service';
import { templateDatabase } from './database.js';
import { rateBucketsRetention } from '@postrider/concurrency';

export const templateRetention: readonly RetentionRule[] = [
  rateBucketsRetention,
  // Longer than accepted email can wait.
  { table: 'artifacts', ...olderThan('unused_since', '400 days'), everyMinutes: 24 * 60, batchSize: 1_000 },
];

// Ordered by dependency: a module imports only those below it.
@Module({
  imports: [
    ChecksModule,
    SamplesModule,
    TranslationsModule,
    TemplatesModule,
    SnippetsModule,
    ResolutionModule,
    VersionsModule,
    ArtifactsModule,
    ImagesModule,
  ],
})
class TemplateModule {}

export const templateConfig = defineConfig('template', serviceVariables);

export const templateService: ServiceDefinition = {
  name: 'template',
  config: templateConfig,
  database: templateDatabase,
  module: TemplateModule,
  retention: () => templateRetention,
};
