import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ArtifactsModule } from '../artifacts/artifacts.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { LocalesModule } from '../locales/locales.module.js';
import { TransactionsModule } from '../transactions/edit-transactions.js';
import { CommentsController } from './comments.controller.js';
import { CommentsService } from './comments.service.js';
import { VersionEntity } from './version.entity.js';
import { VersionsController } from './versions.controller.js';
import { VersionsRepository } from './versions.repository.js';
import { VersionsService } from './versions.service.js';

/** Versions of a template's locales, their publication and comments on them. */
@Module({
  imports: [
    TypeOrmModule.forFeature([VersionEntity]),
    ArtifactsModule,
    LimitsModule,
    LocalesModule,
    TransactionsModule,
  ],
  controllers: [VersionsController, CommentsController],
  providers: [VersionsService, VersionsRepository, CommentsService],
  exports: [VersionsRepository],
})
export class VersionsModule {}
