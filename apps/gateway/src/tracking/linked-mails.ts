import { Injectable } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { getLog, ServiceError, showMessage } from '@postrider/contracts';
import type { LinkedMail } from '@postrider/links';
import { ContractClient } from '@postrider/messaging';
import { LRUCache } from 'lru-cache';

/** A mail is rendered so often for all who look at it, in one gateway (docs/operate/limits.md#tracking). */
const knownMs = 60_000;
const pagesBytes = 16 * 1024 * 1024;
const maxAddresses = 10_000;

interface Asked {
  readonly context: RequestContext;
  readonly mail: LinkedMail;
}

/** What delivery knows of the mails that links are of; asked once for all who want it at a time. */
@Injectable()
export class LinkedMails {
  private readonly pages = new LRUCache<string, string, Asked>({
    maxSize: pagesBytes,
    sizeCalculation: ({ length }) => 2 * length + 1,
    ttl: knownMs,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context: { context, mail } }) =>
      (await this.services.call(showMessage, context, { log_id: mail.logId })).html,
  });
  private readonly addresses = new LRUCache<string, string, Asked>({
    max: maxAddresses,
    ttl: knownMs,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context: { context, mail } }) =>
      (await this.services.call(getLog, context, { log_id: mail.logId })).recipient_address,
  });

  constructor(private readonly services: ContractClient) {}

  /** @throws ServiceError where there is no such mail any more, or it cannot be asked for. */
  async page(context: RequestContext, mail: LinkedMail): Promise<string> {
    const html = await this.pages.fetch(keyOf(mail), { context: { context, mail } });
    if (html === undefined) throw new ServiceError('not_found', 'Message not found');
    return html;
  }

  /** Undefined where that cannot be said now. */
  recipient(context: RequestContext, mail: LinkedMail): Promise<string | undefined> {
    return this.addresses.fetch(keyOf(mail), { context: { context, mail } }).catch(() => undefined);
  }
}

const keyOf = ({ accountId, logId }: LinkedMail): string => `${accountId}/${logId}`;
