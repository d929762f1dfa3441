import { outboxEntities } from '@postrider/outbox';
import type { DatabaseDefinition } from '@postrider/service';
import { ConversionEntity } from './conversions/conversion.entity.js';
import { CustomerEntity } from './customers/customer.entity.js';
import { DeletionEntity } from './deletions/deletion.entity.js';
import { ErasureEntity } from './erasures/erasure.entity.js';
import { customerPersonalData } from './erasures/personal-data.js';
import { Initial1790000000000 } from './migrations/1790000000000-initial.js';

export const customerDatabase: DatabaseDefinition = {
  schema: 'customer',
  entities: [CustomerEntity, ConversionEntity, DeletionEntity, ErasureEntity, ...outboxEntities],
  personalData: customerPersonalData,
  migrations: [Initial1790000000000],
};
