import { Injectable } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { getLog, showMessage, notFound } from '@postrider/contracts';
import type { LinkedMail } from '@postrider/links';
import { ContractClient } from '@postrider/messaging';
import { LRUCache } from 'lru-cache';

/** A gateway renders an email at most once in this time (docs/operate/limits.md#tracking). */
const cacheMs = 60_000;
const pagesBytes = 16 * 1024 * 1024;
const maxAddresses = 10_000;

interface Fetch {
  readonly context: RequestContext;
  readonly mail: LinkedMail;
}

/** Loads emails and recipients of links from delivery. Concurrent requests share one call. */
@Injectable()
export class LinkedMails {
  private readonly pages = new LRUCache<string, string, Fetch>({
    maxSize: pagesBytes,
    sizeCalculation: ({ length }) => 2 * length + 1,
    ttl: cacheMs,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context: { context, mail } }) =>
      (await this.services.call(showMessage, context, { log_id: mail.logId })).html,
  });
  private readonly addresses = new LRUCache<string, string, Fetch>({
    max: maxAddresses,
    ttl: cacheMs,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context: { context, mail } }) =>
      (await this.services.call(getLog, context, { log_id: mail.logId })).recipient_address,
  });

  constructor(private readonly services: ContractClient) {}

  /** @throws ServiceError if the email does not exist or delivery is unavailable */
  async page(context: RequestContext, mail: LinkedMail): Promise<string> {
    const html = await this.pages.fetch(getKey(mail), { context: { context, mail } });
    if (html === undefined) notFound('Message');
    return html;
  }

  /** Undefined if it cannot be loaded. */
  recipient(context: RequestContext, mail: LinkedMail): Promise<string | undefined> {
    return this.addresses.fetch(getKey(mail), { context: { context, mail } }).catch(() => undefined);
  }
}

const getKey = ({ accountId, logId }: LinkedMail): string => `${accountId}/${logId}`;
