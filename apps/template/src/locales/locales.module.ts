import { Module } from '@nestjs/common';
import { LocalesRepository } from './locales.repository.js';
import { LocalesService } from './locales.service.js';

/** The locales of templates: below both templates, which have them, and versions, which live in them. */
@Module({ providers: [LocalesService, LocalesRepository], exports: [LocalesService, LocalesRepository] })
export class LocalesModule {}
