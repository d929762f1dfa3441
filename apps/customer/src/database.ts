import type { DatabaseDefinition } from '@postrider/service';
import { CustomerEntity } from './customers/customer.entity.js';
import { ErasureEntity } from './erasures/erasure.entity.js';
import { customerPersonalData } from './erasures/personal-data.js';
import { Initial1790000000000 } from './migrations/1790000000000-initial.js';

export const customerDatabase: DatabaseDefinition = {
  schema: 'customer',
  entities: [CustomerEntity, ErasureEntity],
  personalData: customerPersonalData,
  migrations: [Initial1790000000000],
};
