import { Module } from '@nestjs/common';
import { ArtifactsModule } from '../artifacts/artifacts.module.js';
import { LocalesModule } from '../locales/locales.module.js';
import { VersionsModule } from '../versions/versions.module.js';
import { CheckService, SchemaService } from './check.service.js';
import { ChecksController } from './checks.controller.js';
import { Drafts } from './drafts.js';
import { PreviewService } from './preview.service.js';

/** Checks, previews and schemas of templates. */
@Module({
  imports: [ArtifactsModule, LocalesModule, VersionsModule],
  controllers: [ChecksController],
  providers: [Drafts, CheckService, PreviewService, SchemaService],
})
export class ChecksModule {}
