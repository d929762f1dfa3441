import { Inject, Injectable, Logger } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { findTemplates } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import { CONFIG } from '@postrider/service';
import { DataSource } from 'typeorm';
import type { GatewayConfig } from '../config.js';
import { publicUrl } from '../config.js';
import type { Caller } from '../http/caller.js';
import type { Membership } from '../invitations/memberships.repository.js';
import { MembershipsRepository } from '../invitations/memberships.repository.js';
import { LinkMailsRepository } from '../one-time-tokens/one-time-tokens.repository.js';
import { UsersRepository } from '../sessions/users.repository.js';
import { SystemMailService, systemMailTextsIn } from '../system-mail/system-mail.service.js';
import { mentionedIn } from './mentions.js';
import type { VersionPath } from './versions.controller.js';

interface NewComment {
  readonly text: string;
  readonly author?: string | undefined;
}

/** Sends an email to each user mentioned in a comment. */
@Injectable()
export class MentionsService {
  private readonly logger = new Logger(MentionsService.name);

  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    private readonly database: DataSource,
    private readonly services: ContractClient,
    private readonly memberships: MembershipsRepository,
    private readonly users: UsersRepository,
    private readonly sent: LinkMailsRepository,
    private readonly mails: SystemMailService,
  ) {}

  /** Resolves to the names of those who get one. The comment exists already, so failures are only logged. */
  async notify(context: RequestContext, caller: Caller, path: VersionPath, comment: NewComment): Promise<string[]> {
    if (!comment.text.includes('@')) return [];
    try {
      const members = await this.memberships.list(this.database.manager, caller.accountId);
      const active = members.filter(({ userId }) => userId !== null);
      const mentioned = mentionedIn(comment.text, active).filter(({ userId }) => userId !== caller.user?.id);
      if (mentioned.length === 0) return [];
      const [template] = await this.services.call(findTemplates, context, { template_ids: [path.template_id] });
      const notified: string[] = [];
      // One by one: they share a counter, which is locked.
      for (const member of mentioned)
        if (await this.send(context, caller, path, { ...comment, template: template?.name ?? '' }, member))
          notified.push(member.name || member.email);
      return notified;
    } catch (error) {
      this.logger.warn({ err: error, requestId: context.requestId }, 'cannot find the users mentioned in a comment');
      return [];
    }
  }

  private async send(
    context: RequestContext,
    { accountId, kind }: Caller,
    { template_id, locale, version_id }: VersionPath,
    { text, author = '', template }: NewComment & { readonly template: string },
    { userId, accountName: account, email, name }: Membership,
  ): Promise<boolean> {
    const counted = await this.database.transaction((tx) => this.sent.add(tx, 'mention', accountId));
    if (counted === undefined) return false;
    try {
      const user = await this.users.find(this.database.manager, userId!);
      const query = new URLSearchParams({ ...(locale && { locale }), version: version_id }).toString();
      await this.mails.send(context, {
        to: { address: email, name },
        ...systemMailTextsIn(user?.language).mention({ account, author, template, text }),
        link: `${publicUrl(this.config)}/templates/${encodeURIComponent(template_id)}?${query}#comments`,
        test: kind === 'test',
      });
      return true;
    } catch (error) {
      this.logger.warn({ err: error, requestId: context.requestId }, 'cannot send an email about a mention');
      await this.sent.remove(this.database.manager, counted);
      return false;
    }
  }
}
