import { Injectable } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import { unavailable } from '@postrider/messaging';
import type { TransMessage } from '@postrider/rendering';
import { PoolUnavailable, Renderer, RenderingRejected, addMessage, messageLength } from '@postrider/rendering';
import { DataSource } from 'typeorm';
import { getTexts } from '../artifacts/compiler.js';
import { SnippetSourcesRepository } from '../artifacts/artifacts.repository.js';
import { TemplatesRepository } from '../templates/templates.repository.js';
import { toSource } from '../versions/content.js';
import { VersionsRepository } from '../versions/versions.repository.js';

export function unknownTag(tag: string): never {
  throw new ServiceError('not_found', `No template has the tag ${tag}`);
}

/** Limits of a PO file in messages and characters. */
const maxMessages = 50_000;
const maxCharacters = 1_048_576;
const maxMessageCharacters = 65_536;

@Injectable()
export class PotService {
  constructor(
    private readonly database: DataSource,
    private readonly templates: TemplatesRepository,
    private readonly versions: VersionsRepository,
    private readonly snippets: SnippetSourcesRepository,
    private readonly renderer: Renderer,
  ) {}

  /**
   * Messages of all versions, also drafts, in the default locale of the templates with the tag. The output is
   * deterministic.
   */
  async pot(context: RequestContext, tag: string): Promise<string> {
    const templates = await this.templates.tagged(context.accountId, tag);
    if (templates.length === 0) unknownTag(tag);
    const { accountId, deadline } = context;
    const caller = { account: accountId, signal: AbortSignal.timeout(Math.max(0, deadline - Date.now())) };
    const messages = new Map<string, TransMessage>();
    let characters = 0;
    let modified = 0;
    try {
      for (const template of templates) {
        for (const version of await this.versions.list(accountId, template.id, undefined)) {
          const source = toSource(version);
          const snippets = await this.snippets.mentioned(this.database.manager, accountId, getTexts(source));
          const bodies = new Map([...snippets].map(([name, { body }]) => [name, body]));
          for (const message of await this.renderer.extractMessages(source, bodies, caller)) {
            const length = messageLength(message);
            if (length > maxMessageCharacters) throw tooLong(template.name, version.name);
            const countBefore = messages.size;
            addMessage(messages, message);
            if (messages.size > countBefore) characters += length;
          }
          if (messages.size > maxMessages || characters > maxCharacters) throw tooMany();
          modified = Math.max(
            modified,
            version.modifiedAt.getTime(),
            ...[...snippets.values()].map(({ modifiedAt }) => modifiedAt.getTime()),
          );
        }
      }
      return await this.renderer.buildPot([...messages.values()], new Date(modified), caller);
    } catch (error) {
      if (error instanceof RenderingRejected) throw new ServiceError('invalid_request', error.message);
      if (error instanceof PoolUnavailable) throw unavailable(error.message, 'turn_missed');
      throw error;
    }
  }
}

const tooMany = (): ServiceError =>
  new ServiceError(
    'invalid_request',
    'The templates with this tag have more than 50,000 messages or more than 1 MB of messages; split them into several tags',
  );

const tooLong = (template: string, version: string): ServiceError =>
  new ServiceError(
    'invalid_request',
    `Template "${template}" (version "${version}") has a message of more than 65,536 characters, the maximum in a PO file`,
  );
