import {
  deleteCustomer,
  ensureCustomer,
  getCustomer,
  lookUpCustomer,
  recordConversion,
  upsertCustomer,
} from '@postrider/contracts';
import type { ContractWorld } from '@postrider/testing';
import { arrange, describeContract } from '@postrider/testing';
import { customerService } from './customer.service-definition.js';

const ada = async ({ ask }: ContractWorld): Promise<void> => {
  await ask(upsertCustomer, { email: 'ada@example.com', data: { plan: 'pro' }, locale: 'en-GB' });
};
const nobody = { email: 'nobody@example.com' };

describeContract(customerService, [
  arrange(getCustomer, { given: ada, errors: { not_found: () => nobody } }),
  arrange(upsertCustomer, {}),
  arrange(deleteCustomer, { given: ada }),
  arrange(lookUpCustomer, { given: ada }),
  arrange(ensureCustomer, { given: ada }),
  arrange(recordConversion, { given: ada, errors: { not_found: () => nobody } }),
]);
