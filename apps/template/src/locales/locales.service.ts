import { Injectable } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import type { EntityManager } from 'typeorm';
import type { LocaleEntity } from './locale.entity.js';
import { LocalesRepository } from './locales.repository.js';

@Injectable()
export class LocalesService {
  constructor(private readonly locales: LocalesRepository) {}

  /**
   * For an edit of one locale, the default when none is given; nobody else edits the template meanwhile.
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
    if (!found) throw new ServiceError('not_found', 'Template not found');
    return found;
  }
}
