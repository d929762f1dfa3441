import type { DatabaseDefinition } from '@postrider/service';
import { ConversionEntity } from './conversions/conversion.entity.js';
import { CustomerEntity } from './customers/customer.entity.js';
import { CreateCustomers1790000000000 } from './migrations/1790000000000-create-customers.js';
import { AddNumberTexts1795343019053 } from './migrations/1795343019053-add-number-texts.js';
import { KeyCustomersByDnsName1790000100000 } from './migrations/1790000100000-key-customers-by-dns-name.js';
import { WallAccounts1795341992413 } from './migrations/1795341992413-wall-accounts.js';

export const customerDatabase: DatabaseDefinition = {
  schema: 'customer',
  entities: [CustomerEntity, ConversionEntity],
  migrations: [
    CreateCustomers1790000000000,
    KeyCustomersByDnsName1790000100000,
    WallAccounts1795341992413,
    AddNumberTexts1795343019053,
  ],
};
