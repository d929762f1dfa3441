import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf } from '@postrider/contracts';
import {
  addLocale,
  createTemplate,
  deleteTemplate,
  duplicateTemplate,
  findTemplates,
  getTemplate,
  listTemplatesByPage,
  listTemplateTags,
  searchTemplates,
  updateTemplate,
} from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { TemplateSearchRepository } from './template-search.repository.js';
import { TemplatesService } from './templates.service.js';

@Controller()
export class TemplatesController {
  constructor(
    private readonly templates: TemplatesService,
    private readonly searches: TemplateSearchRepository,
  ) {}

  @Handles(listTemplatesByPage)
  listByPage(
    context: RequestContext,
    request: RequestOf<typeof listTemplatesByPage>,
  ): Promise<ResponseInputOf<typeof listTemplatesByPage>> {
    return this.templates.page(context, request);
  }

  @Handles(searchTemplates)
  search(
    { accountId }: RequestContext,
    query: RequestOf<typeof searchTemplates>,
  ): Promise<ResponseInputOf<typeof searchTemplates>> {
    return this.searches.page(accountId, query);
  }

  @Handles(listTemplateTags)
  tags({ accountId }: RequestContext): Promise<ResponseInputOf<typeof listTemplateTags>> {
    return this.searches.tags(accountId);
  }

  @Handles(findTemplates)
  find(
    context: RequestContext,
    { template_ids }: RequestOf<typeof findTemplates>,
  ): Promise<ResponseInputOf<typeof findTemplates>> {
    return this.templates.named(context, template_ids);
  }

  @Handles(getTemplate)
  get(context: RequestContext, request: RequestOf<typeof getTemplate>): Promise<ResponseInputOf<typeof getTemplate>> {
    return this.templates.get(context, request);
  }

  @Handles(createTemplate)
  create(
    context: RequestContext,
    request: RequestOf<typeof createTemplate>,
  ): Promise<ResponseInputOf<typeof createTemplate>> {
    return this.templates.create(context, request);
  }

  @Handles(addLocale)
  addLocale(context: RequestContext, request: RequestOf<typeof addLocale>): Promise<ResponseInputOf<typeof addLocale>> {
    return this.templates.addLocale(context, request);
  }

  @Handles(duplicateTemplate)
  duplicate(
    context: RequestContext,
    request: RequestOf<typeof duplicateTemplate>,
  ): Promise<ResponseInputOf<typeof duplicateTemplate>> {
    return this.templates.duplicate(context, request);
  }

  @Handles(updateTemplate)
  async update(
    context: RequestContext,
    request: RequestOf<typeof updateTemplate>,
  ): Promise<ResponseInputOf<typeof updateTemplate>> {
    await this.templates.update(context, request);
    return {};
  }

  @Handles(deleteTemplate)
  async delete(
    context: RequestContext,
    request: RequestOf<typeof deleteTemplate>,
  ): Promise<ResponseInputOf<typeof deleteTemplate>> {
    await this.templates.delete(context, request);
    return {};
  }
}
