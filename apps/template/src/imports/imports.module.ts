import { Module } from '@nestjs/common';
import { ArtifactsModule } from '../artifacts/artifacts.module.js';
import { LocalesModule } from '../locales/locales.module.js';
import { SnippetsModule } from '../snippets/snippets.module.js';
import { TemplatesModule } from '../templates/templates.module.js';
import { TransactionsModule } from '../transactions/edit-transactions.js';
import { VersionsModule } from '../versions/versions.module.js';
import { ImportsService } from './imports.service.js';

/** Imports templates and snippets for `postrider import`. */
@Module({
  imports: [ArtifactsModule, LocalesModule, SnippetsModule, TemplatesModule, TransactionsModule, VersionsModule],
  providers: [ImportsService],
  exports: [ImportsService],
})
export class ImportsModule {}
