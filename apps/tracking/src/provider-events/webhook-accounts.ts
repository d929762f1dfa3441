import { Injectable } from '@nestjs/common';
import { FairQueue } from '@postrider/concurrency';
import type { RequestContext, ResponseOf } from '@postrider/contracts';
import { resolveEspWebhook, ServiceError } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import { LRUCache } from 'lru-cache';

export type WebhookAccount = ResponseOf<typeof resolveEspWebhook>;

/** So long a change of an ESP account may go unnoticed, and a token that is none is known to be none (docs/operate/limits.md#reported-events). */
const keptMs = 20_000;

/** All that strangers with made-up tokens can cost. */
const requestBatchSize = 8;

/** Whose a token is and what is reported to it is verified by, asked of delivery once in a while (docs/adr/0018-provider-events.md). */
@Injectable()
export class WebhookAccounts {
  /** Those who ask for the same token at the same time share a call. */
  private readonly known = new LRUCache<string, WebhookAccount | 'none', RequestContext>({
    max: 10_000,
    ttl: keptMs,
    ignoreFetchAbort: true,
    fetchMethod: (token, _stale, { context }) => this.ask(context, token),
  });
  private readonly asking = new FairQueue({ capacity: requestBatchSize });

  constructor(private readonly services: ContractClient) {}

  /** @throws ServiceError `not_found` */
  async of(context: RequestContext, token: string): Promise<WebhookAccount> {
    const found = await this.known.fetch(token, { context });
    if (!found || found === 'none') throw new ServiceError('not_found', 'No such webhook');
    return found;
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
