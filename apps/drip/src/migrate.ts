import { runMigrations } from '@postrider/service';
import { dripDatabase } from './database.js';

await runMigrations(dripDatabase);
