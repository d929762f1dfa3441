import { Module } from '@nestjs/common';
import { ArtifactsModule } from './artifacts/artifacts.module.js';
import { ChecksModule } from './checks/checks.module.js';
import { ResolutionModule } from './resolution/resolution.module.js';
import { SamplesModule } from './samples/samples.module.js';
import { SnippetsModule } from './snippets/snippets.module.js';
import { TemplatesModule } from './templates/templates.module.js';
import { TranslationsModule } from './translations/translations.module.js';
import { VersionsModule } from './versions/versions.module.js';

/** From the top: none knows those above it. `locales` and `transactions` are below all that edit. */
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
  ],
})
export class TemplateModule {}
