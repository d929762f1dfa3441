import { Injectable } from '@nestjs/common';
import { FairQueue } from '@postrider/concurrency';
import type { ImageType, RequestContext } from '@postrider/contracts';
import { readImage } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import { LRUCache } from 'lru-cache';

/** A deleted image may be served for this time (docs/operate/limits.md#tracking). */
const cacheMs = 60_000;
const cacheBytes = 32 * 1024 * 1024;
/** Concurrent lookups, which bound their memory, and the cost of made-up ids for template. */
const maxLookups = 8;

export interface LinkedImage {
  readonly accountId: string;
  readonly contentType: ImageType;
  readonly content: Buffer;
}

/** Readers at different addresses take turns. */
type Reader = Pick<RequestContext, 'requestId' | 'deadline'> & { readonly ip: string | undefined };

/** Loads images of emails from template. Concurrent requests share one call. */
@Injectable()
export class LinkedImages {
  private readonly lookups = new FairQueue({ capacity: maxLookups });
  private readonly images = new LRUCache<string, LinkedImage, Reader>({
    maxSize: cacheBytes,
    sizeCalculation: ({ content }) => content.length + 1,
    ttl: cacheMs,
    ignoreFetchAbort: true,
    fetchMethod: (id, _stale, { context: { ip = '', ...context } }) =>
      this.lookups.run(() => this.load(id, context), { key: ip }),
  });

  constructor(private readonly services: ContractClient) {}

  /** @throws ServiceError `not_found`; `unavailable` */
  async find(id: string, reader: Reader): Promise<LinkedImage> {
    return (await this.images.fetch(id, { context: reader }))!;
  }

  /** Other processes forget it within a minute. */
  forget(id: string): void {
    this.images.delete(id);
  }

  /** Readers have no account, so all of them share the calls of one. */
  private async load(image_id: string, context: Omit<Reader, 'ip'>): Promise<LinkedImage> {
    const image = await this.services.call(readImage, { ...context, accountId: 'public' }, { image_id });
    return {
      accountId: image.account_id,
      contentType: image.content_type,
      content: Buffer.from(image.data, 'base64'),
    };
  }
}
