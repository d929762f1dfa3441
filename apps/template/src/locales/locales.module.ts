import { Module } from '@nestjs/common';
import { LocalesRepository } from './locales.repository.js';
import { LocalesService } from './locales.service.js';

/** Locales of templates; used by both templates and versions. */
@Module({ providers: [LocalesService, LocalesRepository], exports: [LocalesService, LocalesRepository] })
export class LocalesModule {}
