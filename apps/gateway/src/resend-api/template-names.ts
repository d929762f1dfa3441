import { Injectable } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { searchTemplates, ServiceError } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';

/** An id that Postrider created. Imported templates keep other ids. */
const ownId = /^tem_\w{22}$/;
const maxNameLength = 255;

/** Finds the templates that callers name by their alias, which in Postrider is the name. */
@Injectable()
export class TemplateNames {
  constructor(private readonly services: ContractClient) {}

  /** The id of the template with this id or name. @throws ServiceError `invalid_request`, `template_not_found` */
  async resolveId(context: RequestContext, idOrName: string): Promise<string> {
    if (ownId.test(idOrName)) return idOrName;
    if (idOrName.length > maxNameLength) throw new ServiceError('template_not_found', 'Template not found');
    const { data } = await this.services.call(searchTemplates, context, { q: idOrName, sort: 'name', count: 100 });
    const byId = data.find(({ id }) => id === idOrName);
    const named = byId ? [byId] : data.filter(({ name }) => name === idOrName);
    if (named.length > 1)
      throw ServiceError.invalidField('template.id', `is the name of ${named.length} templates; use the id`);
    if (named.length === 0) throw new ServiceError('template_not_found', 'Template not found');
    return named[0]!.id;
  }
}
