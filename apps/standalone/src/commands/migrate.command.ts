import { defineAction, defineCommand, defineConfig, migrate, variables } from '@postrider/service';
import { z } from 'zod';
import { databases } from '../databases.js';
import { schemas } from '../provision.js';

const config = defineConfig('migrate', { DATABASE_URL: variables.databaseUrl });

/** `postrider migrate`: needs a DATABASE_URL whose role owns the schemas. */
export const migrateCommand = defineCommand({
  name: 'migrate',
  action: defineAction({
    about: 'brings database schemas up to date',
    operands: {
      apps: z.array(z.enum(schemas)).describe(`apps to migrate: ${schemas.join(', ')}; all when none is given`),
    },
    run: async ({ apps }, { print, environment }) => {
      const { DATABASE_URL } = config.read(environment);
      for (const app of apps.length > 0 ? apps : schemas) {
        await migrate(databases[app], DATABASE_URL).catch((error: Error) => {
          throw new Error(`Could not migrate the schema ${app}: ${error.message}`, { cause: error });
        });
        print(`The schema ${app} is up to date.`);
      }
    },
  }),
});
