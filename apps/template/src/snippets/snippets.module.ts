import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ArtifactsModule } from '../artifacts/artifacts.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { TransactionsModule } from '../transactions/edit-transactions.js';
import { VersionsModule } from '../versions/versions.module.js';
import { SnippetEntity } from './snippet.entity.js';
import { SnippetsController } from './snippets.controller.js';
import { SnippetsRepository } from './snippets.repository.js';
import { SnippetsService } from './snippets.service.js';

/** Snippets. This module imports versions, because a changed snippet recompiles the versions that include it. */
@Module({
  imports: [
    TypeOrmModule.forFeature([SnippetEntity]),
    ArtifactsModule,
    LimitsModule,
    TransactionsModule,
    VersionsModule,
  ],
  controllers: [SnippetsController],
  providers: [SnippetsService, SnippetsRepository],
  exports: [SnippetsService],
})
export class SnippetsModule {}
