import { Module } from '@nestjs/common';
import { ArtifactsModule } from '../artifacts/artifacts.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { LocalesModule } from '../locales/locales.module.js';
import { TemplatesModule } from '../templates/templates.module.js';
import { TransactionsModule } from '../transactions/edit-transactions.js';
import { VersionsModule } from '../versions/versions.module.js';
import { PoUploadService } from './po-upload.service.js';
import { PotService } from './pot.service.js';
import { TranslationsController } from './translations.controller.js';

/** Translations of templates by tag: export as a POT file, import as PO files. */
@Module({
  imports: [ArtifactsModule, LimitsModule, LocalesModule, TemplatesModule, TransactionsModule, VersionsModule],
  controllers: [TranslationsController],
  providers: [PotService, PoUploadService],
})
export class TranslationsModule {}
