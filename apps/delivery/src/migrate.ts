import { runMigrations } from '@postrider/service';
import { deliveryDatabase } from './database.js';

await runMigrations(deliveryDatabase);
