import { runMigrations } from '@postrider/service';
import { gatewayDatabase } from './database.js';

await runMigrations(gatewayDatabase);
