import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../scripts/lib/failure.mjs';
import { settled } from './cpu.mjs';

const withinMs = 120_000;

/** Until all mail has left and what follows from it is done. */
export async function emptied(sql) {
  const until = Date.now() + withinMs;
  while ((await sql.query('select 1 from delivery.work limit 1')).rows.length > 0) {
    if (Date.now() > until) throw new Failure(`The queue was not empty within ${withinMs / 1_000} s.`);
    await sleep(100);
  }
  await settled();
}
