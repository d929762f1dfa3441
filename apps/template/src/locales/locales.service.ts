import { Injectable } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { notFound } from '@postrider/contracts';
import type { EntityManager } from 'typeorm';
import type { LocaleEntity } from './locale.entity.js';
import { LocalesRepository } from './locales.repository.js';

@Injectable()
export class LocalesService {
  constructor(private readonly locales: LocalesRepository) {}

  /**
   * Finds the locale, the default when none is given, and locks its template for an edit.
   * @throws ServiceError `not_found`
   */
  async lock(
    tx: EntityManager,
    { accountId }: RequestContext,
    templateId: string,
    locale: string | undefined,
  ): Promise<LocaleEntity> {
    await this.locales.lockTemplate(tx, { accountId, templateId });
    const found = await this.locales.find(tx, { accountId, templateId }, locale);
    if (!found) notFound('Template');
    return found;
  }
}
