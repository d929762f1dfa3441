import type { DatabaseDefinition } from '@postrider/service';
import { ConversionEntity } from './conversions/conversion.entity.js';
import { CustomerEntity } from './customers/customer.entity.js';
import { DeletionEntity } from './deletions/deletion.entity.js';
import { ErasureEntity } from './erasures/erasure.entity.js';
import { CreateCustomers1790000000000 } from './migrations/1790000000000-create-customers.js';
import { AddNumberTexts1795343019053 } from './migrations/1795343019053-add-number-texts.js';
import { RememberErasures1795353444062 } from './migrations/1795353444062-remember-erasures.js';
import { FindCustomers1795353444063 } from './migrations/1795353444063-find-customers.js';
import { KeyCustomersByDnsName1790000100000 } from './migrations/1790000100000-key-customers-by-dns-name.js';
import { WallAccounts1795341992413 } from './migrations/1795341992413-wall-accounts.js';
import { AddLeftToOfOutbox1795412000020 } from './migrations/1795412000020-add-left-to-of-outbox.js';

export const customerDatabase: DatabaseDefinition = {
  schema: 'customer',
  entities: [CustomerEntity, ConversionEntity, DeletionEntity, ErasureEntity],
  migrations: [
    CreateCustomers1790000000000,
    KeyCustomersByDnsName1790000100000,
    WallAccounts1795341992413,
    AddNumberTexts1795343019053,
    RememberErasures1795353444062,
    FindCustomers1795353444063,
    AddLeftToOfOutbox1795412000020,
  ],
};
