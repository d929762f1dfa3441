import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ArtifactRetention } from './artifacts/artifact-retention.js';
import { ArtifactsHandlers } from './artifacts/artifacts.handlers.js';
import { ArtifactsRepository } from './artifacts/artifacts.repository.js';
import { Compiler } from './artifacts/compiler.js';
import { Edits } from './edits/edits.js';
import { CandidatesRepository } from './resolution/candidates.repository.js';
import { RenderService } from './resolution/render.service.js';
import { ResolutionHandlers } from './resolution/resolution.handlers.js';
import { ResolutionService } from './resolution/resolution.service.js';
import { SnippetEntity } from './snippets/snippet.entity.js';
import { SnippetsHandlers } from './snippets/snippets.handlers.js';
import { SnippetsRepository } from './snippets/snippets.repository.js';
import { SnippetsService } from './snippets/snippets.service.js';
import { TemplatesHandlers } from './templates/templates.handlers.js';
import { TemplatesRepository } from './templates/templates.repository.js';
import { TemplatesService } from './templates/templates.service.js';
import { TranslationsHandlers } from './translations/translations.handlers.js';
import { TranslationsService } from './translations/translations.service.js';
import { PublicationService } from './versions/publication.service.js';
import { VersionEntity } from './versions/version.entity.js';
import { VersionsHandlers } from './versions/versions.handlers.js';
import { VersionsRepository } from './versions/versions.repository.js';
import { VersionsService } from './versions/versions.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([VersionEntity, SnippetEntity])],
  controllers: [
    TemplatesHandlers,
    VersionsHandlers,
    ResolutionHandlers,
    ArtifactsHandlers,
    SnippetsHandlers,
    TranslationsHandlers,
  ],
  providers: [
    Edits,
    Compiler,
    ArtifactsRepository,
    ArtifactRetention,
    TemplatesService,
    TemplatesRepository,
    VersionsService,
    VersionsRepository,
    PublicationService,
    ResolutionService,
    CandidatesRepository,
    RenderService,
    SnippetsService,
    SnippetsRepository,
    TranslationsService,
  ],
})
export class TemplateModule {}
