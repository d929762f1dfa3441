import { Injectable } from '@nestjs/common';
import { FairQueue, QueueTimeout, TokenBuckets } from '@postrider/concurrency';
import type { ResponseInputOf, checkLinks, RequestContext, RequestOf } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import { EndpointClient, EndpointFailed } from '../webhooks/posting/endpoint-client.js';

type CheckedLink = ResponseInputOf<typeof checkLinks>['links'][number];

/** See docs/operate/limits.md#templates-and-rendering. */
const rate = { perSecond: 5 / 60, windowSeconds: 60 };
const maxMs = 10_000;
const late = `No response within ${maxMs / 1_000} s`;

/** Requests the links of a template, in fair shares of the accounts. */
@Injectable()
export class LinkChecksService {
  private readonly buckets = new TokenBuckets();
  private readonly slots = new FairQueue({ capacity: 20, maxPerKey: 5 });

  constructor(private readonly endpoints: EndpointClient) {}

  /** @throws ServiceError `rate_limited` */
  async check(
    { accountId }: RequestContext,
    { urls }: RequestOf<typeof checkLinks>,
  ): Promise<ResponseInputOf<typeof checkLinks>> {
    const wait = this.buckets.take(accountId, rate);
    if (wait > 0) throw ServiceError.rateLimited('An account may check links five times a minute', Math.ceil(wait));
    const signal = AbortSignal.timeout(maxMs);
    return { links: await Promise.all(urls.map((url) => this.checkOne(accountId, url, signal))) };
  }

  private async checkOne(accountId: string, url: string, signal: AbortSignal): Promise<CheckedLink> {
    try {
      const { status } = await this.slots.run(() => this.endpoints.get(url, signal, accountId), {
        key: accountId,
        timeoutMs: maxMs,
      });
      return { url, works: status < 400, message: `HTTP status ${status}` };
    } catch (error) {
      if (error instanceof EndpointFailed) return { url, works: false, message: error.message };
      if (signal.aborted || error instanceof QueueTimeout) return { url, works: false, message: late };
      throw error;
    }
  }
}
