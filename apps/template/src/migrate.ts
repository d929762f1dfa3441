import { runMigrations } from '@postrider/service';
import { templateDatabase } from './database.js';

await runMigrations(templateDatabase);
