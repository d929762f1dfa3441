import { runMigrations } from '@postrider/service';
import { customerDatabase } from './database.js';

await runMigrations(customerDatabase);
