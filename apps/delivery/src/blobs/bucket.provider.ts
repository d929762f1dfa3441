import type { FactoryProvider } from '@nestjs/common';
import { CONFIG } from '@postrider/service';
import { Bucket } from '../bucket/bucket.js';
import type { DeliveryConfig } from '../config.js';

export const BUCKET = Symbol('BUCKET');

/** That of BLOB_URL; null where all attachments are in PostgreSQL. */
export const bucketProvider: FactoryProvider<Bucket | null> = {
  provide: BUCKET,
  inject: [CONFIG],
  useFactory: async (config: DeliveryConfig) => (await Bucket.open(config)) ?? null,
};
