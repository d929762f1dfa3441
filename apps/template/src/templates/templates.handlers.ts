import { Controller } from '@nestjs/common';
import type { AnswerOf, Call, RequestOf } from '@postrider/contracts';
import { addLocale, createTemplate, deleteTemplate, getTemplate, listTemplates, updateTemplate } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { TemplatesService } from './templates.service.js';

@Controller()
export class TemplatesHandlers {
  constructor(private readonly templates: TemplatesService) {}

  @Handles(listTemplates)
  list(call: Call): Promise<AnswerOf<typeof listTemplates>> {
    return this.templates.list(call);
  }

  @Handles(getTemplate)
  get(call: Call, request: RequestOf<typeof getTemplate>): Promise<AnswerOf<typeof getTemplate>> {
    return this.templates.get(call, request);
  }

  @Handles(createTemplate)
  create(call: Call, request: RequestOf<typeof createTemplate>): Promise<AnswerOf<typeof createTemplate>> {
    return this.templates.create(call, request);
  }

  @Handles(addLocale)
  addLocale(call: Call, request: RequestOf<typeof addLocale>): Promise<AnswerOf<typeof addLocale>> {
    return this.templates.addLocale(call, request);
  }

  @Handles(updateTemplate)
  async update(call: Call, request: RequestOf<typeof updateTemplate>): Promise<AnswerOf<typeof updateTemplate>> {
    await this.templates.update(call, request);
    return {};
  }

  @Handles(deleteTemplate)
  async delete(call: Call, request: RequestOf<typeof deleteTemplate>): Promise<AnswerOf<typeof deleteTemplate>> {
    await this.templates.delete(call, request);
    return {};
  }
}
