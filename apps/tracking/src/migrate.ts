import { runMigrations } from '@postrider/service';
import { trackingDatabase } from './database.js';

await runMigrations(trackingDatabase);
