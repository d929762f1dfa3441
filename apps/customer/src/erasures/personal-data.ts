import { getCustomer, listConversions } from '@postrider/contracts';
import type { PersonalData } from '@postrider/service';
import { outboxPersonalData, withoutPersonalData } from '@postrider/service';

export const customerPersonalData: readonly PersonalData[] = [
  {
    table: 'customers',
    by: 'recipient',
    erase: 'delete from customers where account_id = $1 and email = any($2::text[])',
    exportedBy: getCustomer,
  },
  { table: 'conversions', keptBecause: 'deleted with its customer', exportedBy: listConversions },
  { table: 'deletions', keptBecause: 'stores only a hash, for 7 days' },
  outboxPersonalData,
  ...withoutPersonalData('erasures'),
];
