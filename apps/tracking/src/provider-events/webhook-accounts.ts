import { Injectable } from '@nestjs/common';
import { FairQueue } from '@postrider/concurrency';
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

  private readonly asking = new FairQueue({ capacity: askedAtATime });
  /** By token: those who ask for the same one share a call. */
  private readonly underWay = new Map<string, Promise<WebhookAccount | 'none'>>();

  constructor(private readonly services: ContractClient) {}

  /** @throws ServiceError `not_found` */
  async of(context: RequestContext, token: string): Promise<WebhookAccount> {
    const found = this.known.get(token) ?? (await (this.underWay.get(token) ?? this.look(context, token)));
    if (found === 'none') throw new ServiceError('not_found', 'No such webhook');
    return found;
  }

  private look(context: RequestContext, token: string): Promise<WebhookAccount | 'none'> {
    const looking = this.ask(context, token)
      .then((found) => {
        this.known.set(token, found);
        return found;
      })
      .finally(() => this.underWay.delete(token));
    this.underWay.set(token, looking);
    return looking;
  }

  private async ask(context: RequestContext, token: string): Promise<WebhookAccount | 'none'> {
    try {
      return await this.asking.run(() => this.services.call(resolveEspWebhook, context, { token }));
    } catch (error) {
      if (error instanceof ServiceError && (error.code === 'not_found' || error.code === 'invalid_request'))
        return 'none';
      throw error;
    }
  }
}
