import { Injectable, Logger } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { quotaOf, ServiceError } from '@postrider/contracts';
import { MeasuredUsage } from '@postrider/limits';
import { BlobsRepository } from './blobs.repository.js';

type Tenant = Pick<RequestContext, 'accountId' | 'limits'>;
const quota = 'attachment_bytes';

/** The bytes of an account's attachments, each content once. An upload is checked when it begins, against what is known. */
@Injectable()
export class StoredAttachments extends MeasuredUsage {
  private readonly logger = new Logger(StoredAttachments.name);

  constructor(private readonly blobs: BlobsRepository) {
    super();
  }

  /** @throws ServiceError `quota_exceeded` */
  admit(context: Tenant, bytes: number): void {
    const most = quotaOf(context, quota);
    if (this.known(context.accountId, most) + bytes > most) throw ServiceError.quotaExceeded(quota, most);
    this.add(context.accountId, bytes);
  }

  used(context: Tenant): Promise<number> {
    return this.current(context.accountId, quotaOf(context, quota));
  }

  protected measure(accountId: string): Promise<number> {
    return this.blobs.bytesOf(accountId);
  }

  protected onError({ message }: Error): void {
    this.logger.warn(`the attachments of an account were not measured: ${message}`);
  }
}
