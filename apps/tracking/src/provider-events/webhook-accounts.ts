import { Injectable } from '@nestjs/common';
import { Semaphore } from '@postrider/concurrency';
import type { RequestContext, ResponseOf } from '@postrider/contracts';
import { resolveEspWebhook, ServiceError } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import { LRUCache } from 'lru-cache';

export type WebhookAccount = ResponseOf<typeof resolveEspWebhook>;

/** So long a change of an ESP account may go unnoticed, and a token that is none is known to be none (docs/limits.md#what-is-heard-of-a-mail). */
const keptMs = 20_000;

/** All that strangers with made-up tokens can cost. */
const askedAtATime = 8;

/** Whose a token is and what is reported to it is verified by, asked of delivery once in a while (docs/adr/0018-provider-events.md). */
@Injectable()
export class WebhookAccounts {
  private readonly known = new LRUCache<string, WebhookAccount | 'none'>({ max: 10_000, ttl: keptMs });

  private readonly asking = new Semaphore(askedAtATime);

  constructor(private readonly services: ContractClient) {}

  /** @throws ServiceError `not_found` */
  async of(context: RequestContext, token: string): Promise<WebhookAccount> {
    let found = this.known.get(token);
    if (found === undefined) this.known.set(token, (found = await this.ask(context, token)));
    if (found === 'none') throw new ServiceError('not_found', 'No such webhook');
    return found;
  }

  private async ask(context: RequestContext, token: string): Promise<WebhookAccount | 'none'> {
    const release = await this.asking.acquire();
    try {
      return await this.services.call(resolveEspWebhook, context, { token });
    } catch (error) {
      if (error instanceof ServiceError && (error.code === 'not_found' || error.code === 'invalid_request'))
        return 'none';
      throw error;
    } finally {
      release();
    }
  }
}
