import type { CustomerResource } from '@postrider/contracts';
import { withNumberTexts } from '@postrider/numbers';
import type { CustomerEntity } from './customer.entity.js';

export const toCustomerResource = (customer: CustomerEntity): CustomerResource => ({
  object: 'customer',
  email: customer.email,
  data: withNumberTexts(customer.data, customer.numberTexts),
  created: Math.floor(customer.createdAt.getTime() / 1000),
  ...(customer.locale ? { locale: customer.locale } : {}),
});
