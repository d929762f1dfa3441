import { Injectable } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import type { TransMessage } from '@postrider/rendering';
import { buildPot, extractMessages } from '@postrider/rendering';
import { DataSource } from 'typeorm';
import { textsOf } from '../artifacts/compiler.js';
import { SnippetSourcesRepository } from '../artifacts/snippet-sources.repository.js';
import { TemplatesRepository } from '../templates/templates.repository.js';
import { sourceOf } from '../versions/content.js';
import { VersionsRepository } from '../versions/versions.repository.js';
import { unknownTag } from './unknown-tag.js';

@Injectable()
export class PotService {
  constructor(
    private readonly database: DataSource,
    private readonly templates: TemplatesRepository,
    private readonly versions: VersionsRepository,
    private readonly snippets: SnippetSourcesRepository,
  ) {}

  /** The messages of every version, published or not, in the default locale of the templates with the tag. The same templates give the same file. */
  async pot(context: RequestContext, tag: string): Promise<string> {
    const templates = await this.templates.tagged(context.accountId, tag);
    if (templates.length === 0) unknownTag(tag);
    const messages: TransMessage[] = [];
    let modified = 0;
    for (const template of templates) {
      for (const version of await this.versions.list(context.accountId, template.id, undefined)) {
        const source = sourceOf(version);
        const snippets = await this.snippets.mentioned(this.database.manager, context.accountId, textsOf(source));
        messages.push(...extractMessages(source, (name) => snippets.get(name)?.body));
        modified = Math.max(
          modified,
          version.modifiedAt.getTime(),
          ...[...snippets.values()].map(({ modifiedAt }) => modifiedAt.getTime()),
        );
      }
    }
    return buildPot(messages, new Date(modified));
  }
}
