import { Module } from '@nestjs/common';
import { LimitsModule } from '../limits/limits.module.js';
import { ArtifactRetention } from './artifact-retention.js';
import { ArtifactsController } from './artifacts.controller.js';
import { ArtifactsRepository } from './artifacts.repository.js';
import { Compiler } from './compiler.js';
import { SnippetSourcesRepository } from './snippet-sources.repository.js';

/** What versions become: compiled, kept as long as mail may refer to it, and deleted then. */
@Module({
  imports: [LimitsModule],
  controllers: [ArtifactsController],
  providers: [ArtifactsRepository, ArtifactRetention, Compiler, SnippetSourcesRepository],
  exports: [ArtifactsRepository, Compiler, SnippetSourcesRepository],
})
export class ArtifactsModule {}
