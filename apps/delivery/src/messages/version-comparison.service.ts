import { setImmediate as othersTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { FairQueue } from '@postrider/concurrency';
import type { ResponseInputOf, RequestContext, RequestOf } from '@postrider/contracts';
import { compareVersion, isPseudonym, resolveTemplate, ServiceError, notFound } from '@postrider/contracts';
import { ContractClient, unavailable } from '@postrider/messaging';
import type { RenderedMessage } from '@postrider/rendering';
import { RenderingRejected } from '@postrider/rendering';
import { Comparison } from './comparison.js';
import { MailView } from './mail-view.js';
import type { MailOfTemplate } from './messages.repository.js';
import { MessagesRepository } from './messages.repository.js';

type Request = RequestOf<typeof compareVersion>;

const defaultLimit = 200;
/** Time after which a request compares no more emails, in milliseconds; the next page continues. */
const maxMs = 8_000;
/** Sorts after every id. */
const newest = 'log_~';

/** Renders recent emails of a template with another version before it is published. */
@Injectable()
export class VersionComparisonService {
  /** One comparison per account at a time. */
  private readonly turns = new FairQueue({ maxPerKey: 1 });

  constructor(
    private readonly messages: MessagesRepository,
    private readonly view: MailView,
    private readonly client: ContractClient,
  ) {}

  /** @throws ServiceError `not_found`, or `unavailable` */
  async compare(context: RequestContext, request: Request): Promise<ResponseInputOf<typeof compareVersion>> {
    const signal = AbortSignal.timeout(Math.max(0, context.deadline - Date.now()));
    try {
      return await this.turns.run(() => this.comparePage(context, request), { key: context.accountId, signal });
    } catch (error) {
      if (error === signal.reason)
        throw unavailable('Another comparison of this account is in progress', 'account_busy');
      throw error;
    }
  }

  private async comparePage(
    context: RequestContext,
    request: Request,
  ): Promise<ResponseInputOf<typeof compareVersion>> {
    const { template_id, locale, version_id, limit = defaultLimit, cursor = newest } = request;
    const version = await this.resolve(context, { template_id, locale, version_id });
    if (version?.version_id !== version_id || (locale !== undefined && version.locale !== locale)) notFound('Version');
    const published = await this.resolve(context, { template_id, locale: version.locale });
    const endsAt = Date.now() + maxMs;
    const comparison = new Comparison();
    let before: string | undefined = cursor;
    while (before !== undefined && comparison.mails < limit && Date.now() < endsAt) {
      const page = await this.messages.mailsOfTemplate(
        context.accountId,
        template_id,
        before,
        limit - comparison.mails,
      );
      before = page.next;
      for (const mail of page.mails) {
        await this.add(context, comparison, mail, version.artifact_id, published?.artifact_id);
        if (Date.now() < endsAt) continue;
        before = mail.id;
        break;
      }
    }
    return {
      ...(published && { published_version: published.version_id }),
      ...comparison.result(),
      next_cursor: before ?? null,
    };
  }

  private async add(
    context: RequestContext,
    comparison: Comparison,
    { id: logId, content }: MailOfTemplate,
    artifactId: string,
    publishedId: string | undefined,
  ): Promise<void> {
    await othersTurn();
    if (isPseudonym(content.recipient.address)) return;
    const after = await this.view.render(context, { artifactId, content });
    if (!after) notFound('Version');
    const before =
      publishedId === undefined ? undefined : await this.view.render(context, { artifactId: publishedId, content });
    const rendered: RenderedMessage | undefined = before instanceof RenderingRejected ? undefined : before;
    comparison.add({ logId, data: content.template_data, before: rendered, after });
  }

  /** The version that is sent; undefined if there is none. */
  private async resolve(
    context: RequestContext,
    wanted: Pick<Request, 'template_id' | 'locale'> & { readonly version_id?: string },
  ): Promise<ResponseInputOf<typeof resolveTemplate>['variants'][number] | undefined> {
    try {
      const { variants } = await this.client.call(resolveTemplate, context, { ...wanted, recipient: '' });
      return variants[0];
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.code === 'template_not_found') throw new ServiceError('not_found', error.message);
      if (error.code === 'version_not_found') return undefined;
      throw error;
    }
  }
}
