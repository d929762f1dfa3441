import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { LocaleKey } from './locale.entity.js';
import { LocaleEntity } from './locale.entity.js';

type TemplateKey = Pick<LocaleEntity, 'accountId' | 'templateId'>;

@Injectable()
export class LocalesRepository {
  /** Locks the template and everything in it until the transaction ends. */
  async lockTemplate(tx: EntityManager, { accountId, templateId }: TemplateKey): Promise<void> {
    await tx.query('select 1 from templates where account_id = $1 and id = $2 for update', [accountId, templateId]);
  }

  /** Default locale first, then in the order of creation. */
  list(tx: EntityManager, { accountId, templateId }: TemplateKey): Promise<LocaleEntity[]> {
    return tx.find(LocaleEntity, {
      where: { accountId, templateId },
      order: { isDefault: 'desc', createdAt: 'asc', locale: 'asc' },
    });
  }

  /** Finds the default locale when none is given. */
  find(
    tx: EntityManager,
    { accountId, templateId }: TemplateKey,
    locale: string | undefined,
  ): Promise<LocaleEntity | null> {
    return tx.findOneBy(LocaleEntity, {
      accountId,
      templateId,
      ...(locale === undefined ? { isDefault: true } : { locale }),
    });
  }

  /** Adds the locales that the template does not have yet, never as its default. */
  async addMissing(
    tx: EntityManager,
    { accountId, templateId }: TemplateKey,
    locales: readonly string[],
  ): Promise<void> {
    await tx.query(
      `insert into locales (account_id, template_id, locale, is_default)
       select $1, $2, unnest($3::text[]), false on conflict (account_id, template_id, locale) do nothing`,
      [accountId, templateId, locales],
    );
  }

  async insert(
    tx: EntityManager,
    { accountId, templateId, locale }: LocaleKey,
    state: Pick<LocaleEntity, 'isDefault'> & Partial<Pick<LocaleEntity, 'createdAt'>>,
  ): Promise<void> {
    await tx.insert(LocaleEntity, { accountId, templateId, locale, ...state });
  }

  async makeDefault(tx: EntityManager, { accountId, templateId, locale }: LocaleKey): Promise<void> {
    await tx.update(LocaleEntity, { accountId, templateId, locale }, { isDefault: true });
  }

  /** Takes JSON. Writes nothing when the catalogue is unchanged. */
  async setCatalogue(
    tx: EntityManager,
    { accountId, templateId, locale }: LocaleKey,
    catalogue: string,
  ): Promise<void> {
    await tx.query(
      `update locales set catalogue = $4::text::json
       where account_id = $1 and template_id = $2 and locale = $3 and catalogue::text is distinct from $4::text`,
      [accountId, templateId, locale, catalogue],
    );
  }

  async delete(tx: EntityManager, { accountId, templateId, locale }: LocaleKey): Promise<void> {
    await tx.delete(LocaleEntity, { accountId, templateId, locale });
  }
}
