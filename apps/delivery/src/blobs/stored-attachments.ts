import { Injectable } from '@nestjs/common';
import type { Tenant } from '@postrider/limits';
import { MeasuredQuota } from '@postrider/limits';
import { BlobsRepository } from './blobs.repository.js';

/** The bytes of an account's attachments, each content once. An upload is checked when it begins, against what is known. */
@Injectable()
export class StoredAttachments extends MeasuredQuota {
  constructor(private readonly blobs: BlobsRepository) {
    super('attachment_bytes');
  }

  /** @throws ServiceError `quota_exceeded` */
  admit(tenant: Tenant, bytes: number): void {
    if (bytes > this.room(tenant)) throw this.exceeded(tenant);
    this.add(tenant.accountId, bytes);
  }

  protected measure(accountId: string): Promise<number> {
    return this.blobs.bytesOf(accountId);
  }
}
