import { Injectable } from '@nestjs/common';
import type { Catalogue } from '@postrider/rendering';
import type { EntityManager } from 'typeorm';
import type { LocaleKey } from './locale.entity.js';
import { LocaleEntity } from './locale.entity.js';

/** The template whose locales are meant. */
type OfTemplate = Pick<LocaleEntity, 'accountId' | 'templateId'>;

@Injectable()
export class LocalesRepository {
  /** Until the transaction ends nobody else changes the template or anything in it. */
  async lockTemplate(tx: EntityManager, { accountId, templateId }: OfTemplate): Promise<void> {
    await tx.query('select 1 from templates where account_id = $1 and id = $2 for update', [accountId, templateId]);
  }

  /** The default first, then as they were added. */
  list(tx: EntityManager, { accountId, templateId }: OfTemplate): Promise<LocaleEntity[]> {
    return tx.find(LocaleEntity, {
      where: { accountId, templateId },
      order: { isDefault: 'desc', createdAt: 'asc', locale: 'asc' },
    });
  }

  /** The default locale when none is given. */
  find(
    tx: EntityManager,
    { accountId, templateId }: OfTemplate,
    locale: string | undefined,
  ): Promise<LocaleEntity | null> {
    return tx.findOneBy(LocaleEntity, {
      accountId,
      templateId,
      ...(locale === undefined ? { isDefault: true } : { locale }),
    });
  }

  async insert(
    tx: EntityManager,
    { accountId, templateId, locale }: LocaleKey,
    { isDefault }: { readonly isDefault: boolean },
  ): Promise<void> {
    await tx.insert(LocaleEntity, { accountId, templateId, locale, isDefault });
  }

  async makeDefault(tx: EntityManager, { accountId, templateId, locale }: LocaleKey): Promise<void> {
    await tx.update(LocaleEntity, { accountId, templateId, locale }, { isDefault: true });
  }

  async setCatalogue(
    tx: EntityManager,
    { accountId, templateId, locale }: LocaleKey,
    catalogue: Catalogue,
  ): Promise<void> {
    await tx.query('update locales set catalogue = $4 where account_id = $1 and template_id = $2 and locale = $3', [
      accountId,
      templateId,
      locale,
      JSON.stringify(catalogue),
    ]);
  }

  async delete(tx: EntityManager, { accountId, templateId, locale }: LocaleKey): Promise<void> {
    await tx.delete(LocaleEntity, { accountId, templateId, locale });
  }
}
