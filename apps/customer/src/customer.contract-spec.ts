import {
  deleteCustomer,
  ensureCustomer,
  eraseCustomer,
  getCustomer,
  getErasure,
  listConversions,
  listCustomers,
  lookUpCustomer,
  newId,
  recordConversion,
  upsertCustomer,
} from '@postrider/contracts';
import type { ContractWorld } from '@postrider/testing';
import { arrange, describeContract } from '@postrider/testing';
import { customerService } from './customer.module.js';

const ada = async ({ call }: ContractWorld): Promise<void> => {
  await call(upsertCustomer, { email: 'ada@example.com', data: { plan: 'pro' }, locale: 'en-GB' });
};
const unknownCustomer = { email: 'unknownCustomer@example.com' };

describeContract(customerService, [
  arrange(getCustomer, { given: ada, errors: { not_found: () => unknownCustomer } }),
  arrange(upsertCustomer, {}),
  arrange(deleteCustomer, { given: ada }),
  arrange(lookUpCustomer, { given: ada }),
  arrange(ensureCustomer, { given: ada }),
  arrange(listCustomers, { given: ada }),
  arrange(listConversions, {
    given: async (world) => {
      await ada(world);
      await world.call(recordConversion, { email: 'ada@example.com', revenue: 1999 });
    },
  }),
  arrange(eraseCustomer, { given: ada }),
  arrange(getErasure, {
    given: async ({ call }) => ({ erasure_id: (await call(eraseCustomer, { email: 'ada@example.com' })).id }),
    errors: { not_found: () => ({ erasure_id: newId('erasure') }) },
  }),
  arrange(recordConversion, { given: ada, errors: { not_found: () => unknownCustomer } }),
]);
