import type { DatabaseDefinition } from '@postrider/service';
import { customerDatabase } from '../../customer/src/database.js';
import { deliveryDatabase } from '../../delivery/src/database.js';
import { dripDatabase } from '../../drip/src/database.js';
import { gatewayDatabase } from '../../gateway/src/database.js';
import { templateDatabase } from '../../template/src/database.js';
import { trackingDatabase } from '../../tracking/src/database.js';
import type { Schema } from './provision.js';

export const databases: Readonly<Record<Schema, DatabaseDefinition>> = {
  gateway: gatewayDatabase,
  template: templateDatabase,
  delivery: deliveryDatabase,
  tracking: trackingDatabase,
  customer: customerDatabase,
  drip: dripDatabase,
};
