import { exportMemberships } from '@postrider/contracts';
import type { PersonalData } from '@postrider/service';
import { outboxPersonalData, withoutPersonalData } from '@postrider/service';

export const dripPersonalData: readonly PersonalData[] = [
  // At most `$5` rows with ids below `$4`. Waiting memberships were ended before.
  {
    table: 'memberships',
    by: 'recipient',
    erase: `update memberships set recipient_key = $3, recipient_address = $3, content = '{}'
            where account_id = $1 and id in (
              select id from memberships
              where account_id = $1 and recipient_key = ($2::text[])[1] and id < $4 and state <> 'waiting' order by id limit $5)`,
    exportedBy: exportMemberships,
  },
  { table: 'departures', keptBecause: 'for a day, to ignore late triggers' },
  { table: 'erasures', keptBecause: 'until the erasure is done' },
  { table: 'idempotency', keptBecause: 'for 24 hours' },
  outboxPersonalData,
  ...withoutPersonalData('campaigns', 'steps', 'counts'),
];
