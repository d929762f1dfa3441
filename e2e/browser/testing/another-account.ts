import { Client } from 'pg';
import { surroundings } from './config.js';

/** From now on a template is one of another account. */
export async function giveToAnotherAccount(templateId: string): Promise<void> {
  const database = new Client({ connectionString: surroundings.databaseUrl });
  await database.connect();
  try {
    // The rows that belong together change one after the other.
    await database.query(`set session_replication_role = replica`);
    for (const [table, column] of [
      ['templates', 'id'],
      ['locales', 'template_id'],
      ['versions', 'template_id'],
    ])
      await database.query(`update template.${table} set account_id = 'acc_another' where ${column} = $1`, [
        templateId,
      ]);
  } finally {
    await database.end();
  }
}
