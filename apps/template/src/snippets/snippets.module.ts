import { Module } from '@nestjs/common';
import { ArtifactsModule } from '../artifacts/artifacts.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { TransactionsModule } from '../transactions/transactions.module.js';
import { VersionsModule } from '../versions/versions.module.js';
import { SnippetsController } from './snippets.controller.js';
import { SnippetsRepository } from './snippets.repository.js';
import { SnippetsService } from './snippets.service.js';

/** Texts that versions include. Above versions, for a changed snippet compiles again what includes it. */
@Module({
  imports: [ArtifactsModule, LimitsModule, TransactionsModule, VersionsModule],
  controllers: [SnippetsController],
  providers: [SnippetsService, SnippetsRepository],
  exports: [SnippetsService],
})
export class SnippetsModule {}
